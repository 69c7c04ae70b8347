package io.staunch.protocol.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.bytes.MalformedBytesException;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTextTest {
    private static final Owner OWNER = new Owner(
            UUID.fromString("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"),
            3,
            UUID.fromString("77665544-3322-1100-ffee-ddccbbaa9988"));

    private static final String OWNER_TEXT = "staunch-owner 1 epoch=3 attempt=0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"
            + " lineage=77665544-3322-1100-ffee-ddccbbaa9988";

    private static final String ENTRY_TEXT = "staunch-entry 1 committed=42 epoch=3"
            + " attempt=0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0 lineage=77665544-3322-1100-ffee-ddccbbaa9988"
            + " job=airport%20delays%25%C3%A9 resource=kafka:Mk3OEYBSD34fcwNTJENDM2Qk";

    private static LedgerEntry entry(String job, String resource) {
        return new LedgerEntry(job, resource, 42, OWNER);
    }

    @Test
    void theTextIsWhatItAlwaysWas() {
        assertThat(LedgerText.of(OWNER)).isEqualTo(OWNER_TEXT);
        assertThat(LedgerText.of(entry("airport delays%é", "kafka:Mk3OEYBSD34fcwNTJENDM2Qk"))).isEqualTo(ENTRY_TEXT);
    }

    @Test
    void theTextIsParsed() {
        assertThat(LedgerText.parseOwner(OWNER_TEXT)).isEqualTo(OWNER);
        assertThat(LedgerText.parseEntry(ENTRY_TEXT))
                .isEqualTo(entry("airport delays%é", "kafka:Mk3OEYBSD34fcwNTJENDM2Qk"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "staunch-entry",
                "staunch-entry 1",
                "staunch-entry 0 committed=42",
                "staunch-entry x committed=42",
                OWNER_TEXT,
                ENTRY_TEXT + " ",
                ENTRY_TEXT + " more=1",
                ENTRY_TEXT + "%",
                ENTRY_TEXT + "%4",
                ENTRY_TEXT + "%zz",
                ENTRY_TEXT + "%41",
                ENTRY_TEXT + "é"
            })
    void otherTextIsMalformed(String text) {
        assertThatThrownBy(() -> LedgerText.parseEntry(text)).isInstanceOf(MalformedBytesException.class);
    }

    @Test
    void fieldsAreParsedStrictly() {
        for (String wrong : new String[] {"committed=042", "committed=-1", "committed=+42", "committed=", "committed:42"}) {
            assertThatThrownBy(() -> LedgerText.parseEntry(ENTRY_TEXT.replace("committed=42", wrong)))
                    .as(wrong)
                    .isInstanceOf(MalformedBytesException.class)
                    .hasMessageContaining("ledger entry");
        }
    }

    @Test
    void aNewerFormatIsRefusedByName() {
        assertThatThrownBy(() -> LedgerText.parseEntry(ENTRY_TEXT.replace("entry 1", "entry 7")))
                .isInstanceOf(StaunchException.class)
                .isNotInstanceOf(MalformedBytesException.class)
                .hasMessageContaining("written by a newer Staunch, format 7; this one reads up to 1");
    }

    @Property
    void anyNameComesBackInOneLineOfVisibleAscii(@ForAll int[] points) {
        var text = new StringBuilder();
        for (int point : points) {
            int valid = Math.floorMod(point, Character.MAX_CODE_POINT + 1);
            text.appendCodePoint(valid >= 0xd800 && valid <= 0xdfff ? 'x' : valid);
        }
        String line = LedgerText.of(entry(text.toString(), "r" + text));
        assertThat(line).matches("[!-~ ]*");
        assertThat(LedgerText.parseEntry(line)).isEqualTo(entry(text.toString(), "r" + text));
    }

    @Property
    void changedTextIsAnotherEntryOrAStaunchError(@ForAll int place, @ForAll char replacement) {
        int at = Math.floorMod(place, ENTRY_TEXT.length());
        String damaged = ENTRY_TEXT.substring(0, at) + replacement + ENTRY_TEXT.substring(at + 1);
        try {
            assertThat(LedgerText.of(LedgerText.parseEntry(damaged))).isEqualTo(damaged);
        } catch (StaunchException e) {
            assertThat(e).hasMessageContaining("ledger entry");
        }
    }
}

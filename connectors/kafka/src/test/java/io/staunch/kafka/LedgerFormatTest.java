package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import io.staunch.kafka.LedgerFormat.Line;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LedgerFormatTest {
    private static final Owner OLD = new Owner(new UUID(1, 1), 3, new UUID(7, 7));
    private static final Owner NEW = new Owner(new UUID(2, 2), 4, new UUID(7, 7));
    private static final Line OWNER = new Line("job", "kafka:c1", NEW, null);
    private static final Line ENTRY = new Line("job", "kafka:c1", NEW, new LedgerEntry("job", "kafka:c1", 42, OLD));

    private static String text(Line line) {
        return new String(LedgerFormat.value(line), StandardCharsets.UTF_8);
    }

    @Test
    void recordsCanBeReadByPeople() {
        assertThat(text(ENTRY)).isEqualTo("""
                staunch-ledger=1
                kind=entry
                job=job
                resource=kafka:c1
                recorded.attempt=00000000-0000-0002-0000-000000000002
                recorded.epoch=4
                recorded.lineage=00000000-0000-0007-0000-000000000007
                committed=42
                owner.attempt=00000000-0000-0001-0000-000000000001
                owner.epoch=3
                owner.lineage=00000000-0000-0007-0000-000000000007""");
        assertThat(new String(LedgerFormat.key(ENTRY), StandardCharsets.UTF_8))
                .isEqualTo("entry job=job resource=kafka:c1");
        assertThat(LedgerFormat.key(OWNER)).isNotEqualTo(LedgerFormat.key(ENTRY));
    }

    @Test
    void recordsComeBackAsTheyWere() {
        var unowned = new Line("job", "kafka:c1", null, new LedgerEntry("job", "kafka:c1", 0, OLD));
        for (Line line : new Line[] {OWNER, ENTRY, unowned}) {
            assertThat(LedgerFormat.read(text(line), "here")).isEqualTo(line);
        }
    }

    @Test
    void aNewerFormatIsRefusedByItsNumber() {
        assertRefused(text -> text.replace("staunch-ledger=1", "staunch-ledger=2"), "format 2", "reads up to 1");
    }

    @Test
    void whatIsNotWrittenLikeThisIsNotBelieved() {
        assertRefused(text -> "", "no ledger record");
        assertRefused(text -> "hello", "no ledger record");
        assertRefused(text -> text + "\nmore=1", "no ledger record");
        assertRefused(text -> text + "\n", "no ledger record");
        assertRefused(text -> text.replace("committed=42", "committed=042"), "no ledger record");
        assertRefused(text -> text.replace("committed=42", "committed=-1"), "no ledger record");
        assertRefused(text -> text.replace("committed=42", "committed=x"), "no ledger record");
        assertRefused(text -> text.replace("owner.epoch=3\n", ""), "no ledger record");
        assertRefused(text -> text.replace("kind=entry", "kind=owner"), "no ledger record");
        assertRefused(text -> text.replace("job=job\n", "job=job\njob=job\n"), "no ledger record");
        assertRefused(text -> text.replace("\n", "\r\n"), "no ledger record");
    }

    private static void assertRefused(UnaryOperator<String> change, String... words) {
        String changed = change.apply(text(ENTRY));
        assertThatThrownBy(() -> LedgerFormat.read(changed, "topic l, partition 0, offset 5"))
                .as("%s", changed)
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("topic l, partition 0, offset 5")
                .hasMessageContainingAll(words);
    }
}

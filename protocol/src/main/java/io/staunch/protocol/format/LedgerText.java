package io.staunch.protocol.format;

import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.bytes.FormatTag;
import io.staunch.protocol.bytes.MalformedBytesException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Owners and entries of a commit ledger as one line of text, so that people can read a ledger with what their outside system offers.
 * For example
 *
 * <pre>
 * staunch-entry 1 committed=42 epoch=3 attempt=0f...2a lineage=77...01 job=airport-delays resource=kafka:Mk3OEYBSD34fcwNTJENDM2Qk
 * staunch-owner 1 epoch=3 attempt=0f...2a lineage=77...01
 * </pre>
 *
 * Chars other than visible ASCII, and {@code %}, stand as percent signs with the hexadecimal UTF-8 bytes. Parsed strictly: these fields
 * in this order, written as they are written here.
 */
public final class LedgerText {
    private static final FormatTag ENTRY = new FormatTag("StLe", "ledger entry", 1);
    private static final FormatTag OWNER = new FormatTag("StLo", "ledger owner", 1);
    private static final String ENTRY_WORD = "staunch-entry";
    private static final String OWNER_WORD = "staunch-owner";

    private LedgerText() {}

    /** An entry as text. */
    public static String of(LedgerEntry entry) {
        return ENTRY_WORD + " " + ENTRY.newest() + " committed=" + entry.committed() + " " + fields(entry.owner())
                + " job=" + Percent.encode(entry.job()) + " resource=" + Percent.encode(entry.resource());
    }

    /** An owner as text. */
    public static String of(Owner owner) {
        return OWNER_WORD + " " + OWNER.newest() + " " + fields(owner);
    }

    /**
     * Parses an entry.
     *
     * @throws MalformedBytesException if the text is none
     * @throws StaunchException if a newer release wrote it
     */
    public static LedgerEntry parseEntry(String text) {
        return parse(
                ENTRY,
                text,
                () -> {
                    Line line = new Line(ENTRY, ENTRY_WORD, text);
                    long committed = Long.parseLong(line.next("committed"));
                    Owner owner = owner(line);
                    var entry = new LedgerEntry(
                            Percent.decode(line.next("job")), Percent.decode(line.next("resource")), committed, owner);
                    line.end();
                    return entry;
                },
                LedgerText::of);
    }

    /**
     * Parses an owner.
     *
     * @throws MalformedBytesException if the text is none
     * @throws StaunchException if a newer release wrote it
     */
    public static Owner parseOwner(String text) {
        return parse(
                OWNER,
                text,
                () -> {
                    Line line = new Line(OWNER, OWNER_WORD, text);
                    Owner owner = owner(line);
                    line.end();
                    return owner;
                },
                LedgerText::of);
    }

    private static String fields(Owner owner) {
        return "epoch=" + owner.epoch() + " attempt=" + owner.attempt() + " lineage=" + owner.lineage();
    }

    private static Owner owner(Line line) {
        long epoch = Long.parseLong(line.next("epoch"));
        return new Owner(UUID.fromString(line.next("attempt")), epoch, UUID.fromString(line.next("lineage")));
    }

    private static <T> T parse(
            FormatTag format, String text, java.util.function.Supplier<T> parser, Function<T, String> writer) {
        T value;
        try {
            value = parser.get();
        } catch (StaunchException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new MalformedBytesException(
                    "malformed " + format.what() + ": " + e.getMessage() + ", in '" + text + "'", e);
        }
        if (!writer.apply(value).equals(text)) {
            throw new MalformedBytesException(
                    "malformed " + format.what() + ": expected '" + writer.apply(value) + "', found '" + text + "'");
        }
        return value;
    }

    /** The fields of a line, taken one after the other. */
    private static final class Line {
        private final List<String> words;
        private int at;

        Line(FormatTag format, String word, String text) {
            words = new ArrayList<>(List.of(text.split(" ", -1)));
            if (!next().equals(word)) {
                throw new IllegalArgumentException("expected " + word + " at the start");
            }
            format.check(Integer.parseInt(next()));
        }

        String next(String name) {
            String word = next();
            if (!word.startsWith(name + "=")) {
                throw new IllegalArgumentException("expected " + name + "= but found '" + word + "'");
            }
            return word.substring(name.length() + 1);
        }

        private String next() {
            if (at == words.size()) {
                throw new IllegalArgumentException("the line ends too early");
            }
            return words.get(at++);
        }

        void end() {
            if (at != words.size()) {
                throw new IllegalArgumentException("expected the end but found '" + words.get(at) + "'");
            }
        }
    }
}

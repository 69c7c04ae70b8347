package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The text of ledger records: lines of {@code name=value}, the first of them the number of the format. Strict: names,
 * their order and their values are as they are written here, or the record is not believed.
 *
 * <p>There are two records per job and resource, under keys of their own, so that compaction keeps the newest of each.
 * An entry also repeats the owner that was recorded last, so that whoever finds the newest entry need not look for an
 * owner before it.
 */
final class LedgerFormat {
    static final int FORMAT = 1;

    private LedgerFormat() {}

    enum Kind {
        OWNER,
        ENTRY;

        String text() {
            return this == OWNER ? "owner" : "entry";
        }
    }

    /**
     * A ledger record.
     *
     * @param job name of the job
     * @param resource identity of the resource
     * @param recorded the owner that was recorded last; null only in an entry of somebody who recorded none
     * @param entry null in a record of an owner
     */
    record Line(
            String job,
            String resource,
            @Nullable Owner recorded,
            @Nullable LedgerEntry entry) {
        Line {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(resource, "resource");
            if (recorded == null && entry == null) {
                throw new IllegalArgumentException("it holds neither an owner nor an entry");
            }
        }

        Kind kind() {
            return entry == null ? Kind.OWNER : Kind.ENTRY;
        }
    }

    static byte[] key(Line line) {
        String text = line.kind().text() + " job=" + line.job() + " resource=" + line.resource();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether a record with this key can be of the ledger: in every format its keys begin with a kind. */
    static boolean isKey(@Nullable ByteBuffer key) {
        String text = key == null
                ? ""
                : StandardCharsets.UTF_8.decode(key.duplicate()).toString();
        return Arrays.stream(Kind.values()).anyMatch(kind -> text.startsWith(kind.text() + " job="));
    }

    static byte[] value(Line line) {
        var text = new StringBuilder("staunch-ledger=").append(FORMAT);
        text.append("\nkind=").append(line.kind().text());
        text.append("\njob=").append(line.job());
        text.append("\nresource=").append(line.resource());
        if (line.recorded() != null) {
            write(text, "recorded", line.recorded());
        }
        if (line.entry() != null) {
            text.append("\ncommitted=").append(line.entry().committed());
            write(text, "owner", line.entry().owner());
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(StringBuilder text, String name, Owner owner) {
        text.append('\n').append(name).append(".attempt=").append(owner.attempt());
        text.append('\n').append(name).append(".epoch=").append(owner.epoch());
        text.append('\n').append(name).append(".lineage=").append(owner.lineage());
    }

    /**
     * Reads a record's value.
     *
     * @param place for messages: where the record is
     * @throws StaunchException if it is of a newer format, or no ledger record at all
     */
    static Line read(String value, String place) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : value.split("\n", -1)) {
            int at = line.indexOf('=');
            if (at < 0 || lines.put(line.substring(0, at), line.substring(at + 1)) != null) {
                throw broken(place, "'" + line + "' is no line of it", null);
            }
        }
        String format = lines.getOrDefault("staunch-ledger", "");
        if (format.matches("[1-9][0-9]{0,8}") && Integer.parseInt(format) > FORMAT) {
            throw new StaunchException(
                    "the ledger record at " + place + " has format " + format + ", and this version reads up to "
                            + FORMAT + ": a newer version of Staunch has written it. Use that one",
                    Remedy.FAIL_JOB);
        }
        try {
            Owner recorded = lines.containsKey("recorded.attempt") ? owner(lines, "recorded") : null;
            LedgerEntry entry = lines.containsKey("committed")
                    ? new LedgerEntry(
                            lines.get("job"),
                            lines.get("resource"),
                            Long.parseLong(lines.get("committed")),
                            owner(lines, "owner"))
                    : null;
            Line line = new Line(lines.get("job"), lines.get("resource"), recorded, entry);
            if (!new String(value(line), StandardCharsets.UTF_8).equals(value)) {
                throw broken(place, "it is not written as this version writes it", null);
            }
            return line;
        } catch (IllegalArgumentException | NullPointerException e) {
            throw broken(place, String.valueOf(e.getMessage()), e);
        }
    }

    private static Owner owner(Map<String, String> lines, String name) {
        return new Owner(
                UUID.fromString(lines.get(name + ".attempt")),
                Long.parseLong(lines.get(name + ".epoch")),
                UUID.fromString(lines.get(name + ".lineage")));
    }

    private static StaunchException broken(String place, String why, @Nullable Exception cause) {
        return new StaunchException(
                "the record at " + place + " is no ledger record: " + why
                        + ". Nobody but the job may write to its ledger topic. To go on, delete the topic and start once with"
                        + " startMode(REWIND), which repeats output",
                Remedy.FAIL_JOB,
                cause);
    }
}

package io.staunch.files;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All that a {@link FileLedger} says: one line of text, with a checksum and the version of its format before it.
 *
 * @param identity of the ledger
 * @param owner absent until somebody has recorded itself
 * @param entry absent until a checkpoint is committed
 * @param settled transactions that the entry speaks for: whether they are committed is asked no more, and what tells it is deleted
 */
record LedgerLine(
        String identity, @Nullable Owner owner, @Nullable LedgerEntry entry, List<String> settled) {
    private static final String VERSION = "1";
    private static final String ABSENT = "-";
    private static final int PARTS = 7;

    LedgerLine {
        settled = List.copyOf(settled);
    }

    static LedgerLine first(UUID identity) {
        return new LedgerLine(identity.toString(), null, null, List.of());
    }

    LedgerLine with(Owner now) {
        return new LedgerLine(identity, now, entry, settled);
    }

    LedgerLine with(LedgerEntry now, List<String> nowSettled) {
        return new LedgerLine(identity, owner, now, nowSettled);
    }

    byte[] bytes() {
        String text = String.join(
                "\t",
                VERSION,
                identity,
                text(owner),
                entry == null ? ABSENT : String.valueOf(entry.committed()),
                text(entry == null ? null : entry.owner()),
                entry == null ? ABSENT : plain(entry.job()),
                entry == null ? ABSENT : plain(entry.resource()),
                settled.isEmpty() ? ABSENT : String.join(",", settled));
        return (Manifest.checksum(text) + "\t" + text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Null if it is not whole.
     *
     * @param path for messages
     */
    static @Nullable LedgerLine parse(String line, String path) {
        int tab = line.indexOf('\t');
        if (tab < 0 || !Manifest.checksum(line.substring(tab + 1)).equals(line.substring(0, tab))) {
            return null;
        }
        String[] versioned = line.substring(tab + 1).split("\t", 2);
        if (!versioned[0].equals(VERSION)) {
            throw new StaunchException(path + notKnown(versioned[0]), Remedy.FAIL_JOB);
        }
        String[] parts = versioned[1].split("\t", PARTS);
        int at = 0;
        String identity = parts[at++];
        Owner owner = owner(parts[at++]);
        String committed = parts[at++];
        Owner of = owner(parts[at++]);
        String job = parts[at++];
        String resource = parts[at++];
        String settled = parts[at];
        return new LedgerLine(
                identity,
                owner,
                of == null ? null : new LedgerEntry(job, resource, Long.parseLong(committed), of),
                settled.equals(ABSENT) ? List.of() : List.of(settled.split(",")));
    }

    /** The first builds had no number there, but the identity of the ledger. */
    private static String notKnown(String version) {
        return version.matches("[0-9]{1,9}")
                ? " was written by a newer version ('" + version + "'); this one knows '" + VERSION
                        + "'. Start the newer version"
                : " was written by a build from before its format had a number; this one knows '" + VERSION
                        + "'. Go on with that build, or begin with another folder for the files and another one for the state";
    }

    private static String plain(String name) {
        return name.replace('\t', ' ').replace('\n', ' ');
    }

    private static String text(@Nullable Owner owner) {
        return owner == null ? ABSENT : owner.attempt() + "," + owner.epoch() + "," + owner.lineage();
    }

    private static @Nullable Owner owner(String text) {
        if (text.equals(ABSENT)) {
            return null;
        }
        String[] parts = text.split(",");
        return new Owner(UUID.fromString(parts[0]), Long.parseLong(parts[1]), UUID.fromString(parts[2]));
    }
}

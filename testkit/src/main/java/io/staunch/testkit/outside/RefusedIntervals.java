package io.staunch.testkit.outside;

import io.staunch.Settings;
import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.codec.JsonText;
import io.staunch.protocol.follower.DroppedIntervals;
import io.staunch.testkit.disk.SimulatedDisk;
import io.staunch.testkit.simulation.world.Chance;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The intervals that tables of a run have refused for good, and whoever runs the job: who reads its errors, and consents to passing over what they name after some starts in vain,
 * when no process is left that does not know of it. Owned by the thread that runs the world.
 *
 * <p>Wrong is: a consent that is asked for to what was not refused, or again after it was given; a file or an entry in a ledger before it was given; a file that has not exactly the
 * records that were refused, in their order, when the ledger passes over them or in the end; one of anything else.
 */
final class RefusedIntervals {
    private static final Pattern ASKED = Pattern.compile("start with drop\\(\"([^\"]*)\"\\)");
    private static final String PREFIX = "set-aside-";
    private static final int MOST_IN_VAIN = 3;
    private static final int KEPT = 5;

    private final SimulatedDisk disk;
    private final Chance chance;
    private final Map<String, Refused> refused = new LinkedHashMap<>();
    private final Set<String> consents = new TreeSet<>();
    private final List<String> wrong = new ArrayList<>();
    private @Nullable Path folder;

    /** One of them. */
    private static final class Refused {
        final String table;
        final LedgerEntry entry;
        final List<?> records;
        long inVain;
        boolean passed;

        Refused(String table, LedgerEntry entry, List<?> records, long inVain) {
            this.table = table;
            this.entry = entry;
            this.records = records;
            this.inVain = inVain;
        }

        List<String> lines() {
            return records.stream().map(JsonText::of).toList();
        }

        String header() {
            return "\"resource\":" + JsonText.of(entry.resource()) + ",\"checkpoint\":" + entry.committed() + ",";
        }

        @Override
        public String toString() {
            return "the interval of checkpoint " + entry.committed() + " for " + entry.resource();
        }
    }

    RefusedIntervals(SimulatedDisk disk, Chance chance) {
        this.disk = disk;
        this.chance = chance;
    }

    /** A table has refused an interval; each time anew, and always the same. */
    void refused(String table, LedgerEntry entry, List<?> records) {
        Refused before = refused.get(consent(entry));
        if (before == null) {
            refused.put(
                    consent(entry), new Refused(table, entry, List.copyOf(records), chance.between(1, MOST_IN_VAIN)));
        } else if (!before.records.equals(records)) {
            wrong(before + " had " + before.records.size() + " records, and has " + records.size() + " others now");
        }
    }

    /** What {@link io.staunch.testkit.simulation.Outside#settles} says. */
    boolean settles(Throwable failure, boolean last) {
        Matcher asked = ASKED.matcher(String.valueOf(failure.getMessage()));
        if (!asked.find()) {
            return false;
        }
        String consent = asked.group(1);
        Refused of = refused.get(consent);
        if (of == null) {
            wrong("the job asks for drop(\"" + consent + "\"), and nothing like that was refused");
            return false;
        }
        if (consents.contains(consent)) {
            wrong("the job does not go on with drop(\"" + consent + "\"), but asks for it again");
            return false;
        }
        if (last) {
            consider(of);
        }
        return true;
    }

    private void consider(Refused of) {
        if (of.passed) {
            wrong(of + " was passed over without consent");
        }
        if (fileOf(of) != null) {
            wrong(of + " was set aside without consent");
        }
        of.inVain--;
        if (of.inVain == 0) {
            consents.add(consent(of.entry));
        }
    }

    /** What {@link io.staunch.testkit.simulation.Outside#settings} says. */
    Settings settings(Settings chosen) {
        folder = chosen.state();
        Settings all = chosen;
        for (String consent : consents) {
            all = all.drop(consent);
        }
        return all;
    }

    /** A ledger has an entry: gives what it has passed over for a table by making it, the first time. */
    List<?> passed(String table, LedgerEntry entry) {
        Refused of = refused.get(consent(entry));
        if (of == null || of.passed || !of.table.equals(table)) {
            return List.of();
        }
        of.passed = true;
        if (!consents.contains(consent(entry))) {
            wrong(of + " was passed over without consent");
        }
        return look(of) ? of.records : List.of();
    }

    /** What is wrong so far. */
    List<String> wrong() {
        return wrong;
    }

    /** What is wrong in the end. */
    List<String> missing(String table) {
        int before = wrong.size();
        refused.values().stream()
                .filter(of -> of.passed && of.table.equals(table))
                .forEach(this::look);
        for (String name : files()) {
            String header = lines(name).get(0);
            if (refused.values().stream().noneMatch(of -> of.passed && header.contains(of.header()))) {
                wrong(name + " is about what was not refused: " + header);
            }
        }
        return List.copyOf(wrong.subList(before, wrong.size()));
    }

    /** Whether its file is right. */
    private boolean look(Refused of) {
        String name = fileOf(of);
        if (name == null) {
            wrong(of + " was passed over, and there is no file with its records; there are " + files());
            return false;
        }
        List<String> lines = lines(name);
        if (!lines.get(0).contains("\"records\":" + of.records.size() + ",")) {
            wrong(name + " should have " + of.records.size() + " records, and says " + lines.get(0));
        }
        if (!lines.subList(1, lines.size()).equals(of.lines())) {
            wrong(name + " has " + (lines.size() - 1) + " records, and not the " + of.records.size()
                    + " that were refused");
            return false;
        }
        return true;
    }

    private @Nullable String fileOf(Refused of) {
        return files().stream()
                .filter(name -> lines(name).get(0).contains(of.header()))
                .findFirst()
                .orElse(null);
    }

    private List<String> files() {
        Path in = folder;
        return in == null
                ? List.of()
                : disk.files(in).stream()
                        .filter(name -> name.startsWith(PREFIX))
                        .toList();
    }

    /** The first one says what it is. */
    private List<String> lines(String name) {
        List<String> lines = new String(disk.content(Objects.requireNonNull(folder), name), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return lines.isEmpty() ? List.of("") : lines;
    }

    private static String consent(LedgerEntry entry) {
        return DroppedIntervals.consent(entry.resource(), entry.committed());
    }

    private void wrong(String what) {
        if (wrong.size() < KEPT) {
            wrong.add(what);
        }
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a random pipeline. Streams are numbered in the order in which parts give them. */
final class Parts {
    private Parts() {}

    /**
     * A source; gives a stream, and with misfits aside a second one.
     *
     * @param name also its topic's
     * @param ends whether it ends with its last record
     * @param bad what becomes of records that it can't read
     * @param time the event time of the records that it can read, or null
     * @param records what it finds, the bad ones among them
     */
    record Origin(
            String name,
            boolean ends,
            Misfits bad,
            @Nullable EventTime time,
            List<Item> records) {
        /** Every so manyth record can't be read. */
        private static final int BAD = 7;

        Origin records(List<Item> others) {
            return new Origin(name, ends, bad, time, others);
        }

        boolean isBad(Item item) {
            return bad != Misfits.NONE && item.id() % BAD == 0;
        }

        @Override
        public String toString() {
            long tracks = records.stream().mapToLong(Item::track).distinct().count();
            return "source " + name + ": " + records.size() + " records on " + tracks + " tracks"
                    + (ends ? ", ends" : "")
                    + (time == null ? "" : ", " + time)
                    + (bad == Misfits.NONE ? "" : ", every " + BAD + "th id unreadable and " + words(bad));
        }
    }

    /** An operator with the numbers of the streams that it takes. */
    record Step(String name, Operator operator, List<Integer> inputs) {
        @Override
        public String toString() {
            return name + ": " + operator;
        }
    }

    /**
     * A sink.
     *
     * @param name also its topic's or table's
     * @param stream what it writes
     * @param kind how it writes
     * @param refused what becomes of large items; if there can be none, some are made large before it
     * @param never what an outside never takes that finds it out when it writes: whole intervals are set aside then, with consent
     */
    record End(String name, int stream, SinkKind kind, Misfits refused, List<Item> never) {
        private static final int LARGE = 9;

        /** Whether the sink gets it in a form that it does not take. */
        boolean refuses(Item item) {
            return refused != Misfits.NONE && item.id() % LARGE == 0;
        }

        String asideName() {
            return name + "-aside";
        }

        @Override
        public String toString() {
            return "sink " + name + ": " + kind
                    + (refused == Misfits.NONE ? "" : ", every " + LARGE + "th id refused and " + words(refused))
                    + (never.isEmpty() ? "" : ", intervals with one of " + never.size() + " records set aside");
        }
    }

    /**
     * How far followers may be behind.
     *
     * @param checkpoints as in {@code Settings.sinkLag}; 0 for so far that no run reaches it
     * @param bytes likewise
     */
    record Lag(int checkpoints, long bytes) {
        static final Lag FAR = new Lag(0, 0);

        Settings on(Settings settings) {
            return checkpoints == 0 ? settings : settings.sinkLag(checkpoints, bytes);
        }

        @Override
        public String toString() {
            return checkpoints == 0
                    ? ""
                    : "  followers may be " + checkpoints + " checkpoints and " + bytes + " bytes behind\n";
        }
    }

    private static String words(Misfits misfits) {
        return switch (misfits) {
            case NONE -> "taken";
            case SKIPPED -> "passed over";
            case ASIDE -> "put aside";
        };
    }
}

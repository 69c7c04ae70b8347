package io.staunch.testkit.simulation.random;

import java.util.List;

/** The parts of a random pipeline. Streams are numbered in the order in which parts give them. */
final class Parts {
    private Parts() {}

    /**
     * A source; gives a stream, and with misfits aside a second one.
     *
     * @param name also its topic's
     * @param ends whether it ends with its last record
     * @param bad what becomes of records that it can't read
     * @param records what it finds, the bad ones among them
     */
    record Origin(String name, boolean ends, Misfits bad, List<Item> records) {
        /** Every so manyth record can't be read. */
        private static final int BAD = 7;

        Origin records(List<Item> others) {
            return new Origin(name, ends, bad, others);
        }

        boolean isBad(Item item) {
            return bad != Misfits.NONE && item.id() % BAD == 0;
        }

        @Override
        public String toString() {
            long tracks = records.stream().mapToLong(Item::track).distinct().count();
            return "source " + name + ": " + records.size() + " records on " + tracks + " tracks"
                    + (ends ? ", ends" : "")
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
     * @param name also its topic's
     * @param stream what it writes
     * @param refused what becomes of large items; if there can be none, some are made large before it
     */
    record End(String name, int stream, Misfits refused) {
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
            return "sink " + name
                    + (refused == Misfits.NONE ? "" : ": every " + LARGE + "th id refused and " + words(refused));
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

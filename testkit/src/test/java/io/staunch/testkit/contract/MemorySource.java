package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Offer;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Lists in memory, read right or in a way that breaks one promise. */
final class MemorySource implements Source<String> {
    /** What is wrong with it. */
    enum Break {
        NOTHING(""),
        POSITION_AHEAD("fromAnyPositionExactlyWhatFollowsIsRead"),
        POSITION_BEHIND("fromAnyPositionExactlyWhatFollowsIsRead"),
        POSITION_OF_WHAT_WAS_FETCHED("fromAnyPositionExactlyWhatFollowsIsRead"),
        POSITIONS_SHUFFLED("positionsNameAllSplitsInAStableOrder"),
        MORE_THAN_ASKED("aPollGivesNoMoreThanAskedAndSaysHowMany"),
        LEFT_OUT_WHEN_FULL("readersThatComeAndGoAtRandomReadEveryRecordOnceAndInOrder"),
        SPLITS_START_OVER_WHEN_ONE_IS_ADDED("readersThatComeAndGoAtRandomReadEveryRecordOnceAndInOrder"),
        SPLIT_NOT_SAID("eachRecordIsSaidToBeOfItsSplit"),
        PAUSE_IGNORED("aPausedSplitGivesNothingAndGoesOnWhereItWas"),
        SPLIT_READ_TWICE("aSplitThatIsAlreadyReadIsRefused"),
        KNOWN_SPLIT_DISCOVERED("knownSplitsAreNotDiscoveredAgain"),
        NEW_SPLIT_FROM_ITS_END("aNewSplitIsDiscoveredOnceAndReadFromItsBeginning"),
        FOREIGN_POSITION_ACCEPTED("aForeignOrNewerPositionIsRefusedByName"),
        EXPIRED_POSITION_ACCEPTED("anExpiredPositionIsRefusedByName"),
        REMADE_SPLIT_ACCEPTED("aPositionInASplitThatWasMadeAnewIsRefusedByName"),
        ORIGIN_BY_READER("anOriginNamesTheRecordsPlace"),
        PLACE_BEHIND_THE_RECORD("thePlaceOfARecordIsComparableWithPositions"),
        PLACE_OF_POSITIONS_ALONE("thePlaceOfARecordIsComparableWithPositions"),
        LAG_FROM_THE_BEGINNING("theLagCountsWhatIsNotReadYet"),
        TOLD_WHEN_READ("nothingIsToldToTheOutsideBeforeItIsSettled"),
        SECOND_CLOSE_FAILS("closingTwiceIsAsGoodAsOnce");

        /** The test that is about it. */
        final String foundBy;

        Break(String foundBy) {
            this.foundBy = foundBy;
        }
    }

    /** What is outside. */
    static final class Lists {
        final Map<String, List<String>> splits =
                new TreeMap<>(Map.of("s0", new ArrayList<>(), "s1", new ArrayList<>()));
        final List<String> told = new ArrayList<>();
        int beginning;
        String identity = "first";
    }

    private static final int FETCHED = 5;

    private final transient Lists lists;
    private final Break broken;

    MemorySource(Lists lists, Break broken) {
        this.lists = lists;
        this.broken = broken;
    }

    @Override
    public String description() {
        return "lists in memory";
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("replayable");
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    private Split split(String id, int next) {
        return new Split(id, "of=" + lists.identity + ",next=" + next);
    }

    private int next(Split split) {
        if (broken == Break.FOREIGN_POSITION_ACCEPTED) {
            String digits = split.position().replaceAll("[^0-9]", "");
            return digits.isEmpty() ? 0 : Integer.parseInt(digits);
        }
        if (!split.position().matches("of=[a-z]+,next=[0-9]+")) {
            throw refused(split, "is not written by this source");
        }
        return Integer.parseInt(split.position().replaceAll(".*=", ""));
    }

    private static StaunchException refused(Split split, String why) {
        return new StaunchException(split + " " + why, Remedy.FAIL_JOB);
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new Finder();
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return Optional.of(new RecordPlace(split.id(), next(split)));
    }

    @Override
    public SourceReader<String> reader(SourceContext context) {
        return new Reader();
    }

    private final class Finder implements SplitEnumerator {
        private final Closing closing = new Closing();

        @Override
        public List<Split> firstSplits() {
            return lists.splits.keySet().stream()
                    .map(id -> split(id, lists.beginning))
                    .toList();
        }

        @Override
        public void verify(List<Split> restored) {
            for (Split split : restored) {
                int next = next(split);
                if (next < lists.beginning && broken != Break.EXPIRED_POSITION_ACCEPTED) {
                    throw refused(split, "has expired");
                }
                boolean same = split.position().contains("of=" + lists.identity + ",");
                if (!same && broken != Break.REMADE_SPLIT_ACCEPTED && broken != Break.FOREIGN_POSITION_ACCEPTED) {
                    throw refused(split, "was made anew");
                }
            }
        }

        @Override
        public List<Split> discover(List<String> known) {
            return lists.splits.entrySet().stream()
                    .filter(each -> broken == Break.KNOWN_SPLIT_DISCOVERED || !known.contains(each.getKey()))
                    .map(each -> split(
                            each.getKey(),
                            broken == Break.NEW_SPLIT_FROM_ITS_END
                                    ? each.getValue().size()
                                    : 0))
                    .toList();
        }

        @Override
        public void close() {
            closing.close();
        }
    }

    private final class Reader implements SourceReader<String> {
        private final List<String> ids = new ArrayList<>();
        private final List<Integer> places = new ArrayList<>();
        private final Closing closing = new Closing();
        private Set<String> paused = Set.of();
        private int turn;
        private int noise;

        @Override
        public void add(List<Split> splits) {
            for (Split split : splits) {
                if (ids.contains(split.id()) && broken != Break.SPLIT_READ_TWICE) {
                    throw new IllegalStateException(split + " is read already");
                }
                ids.add(split.id());
                places.add(next(split));
            }
            if (broken == Break.SPLITS_START_OVER_WHEN_ONE_IS_ADDED) {
                places.replaceAll(place -> 0);
            }
        }

        @Override
        public int poll(SourceOutput<String> out, int most) {
            for (int tries = 0; tries < ids.size(); tries++) {
                turn = (turn + 1) % ids.size();
                if (paused.contains(ids.get(turn)) && broken != Break.PAUSE_IGNORED) {
                    continue;
                }
                if (broken != Break.SPLIT_NOT_SAID) {
                    out.split(ids.get(turn));
                }
                int emitted = emit(out, broken == Break.MORE_THAN_ASKED ? most + 1 : most);
                if (emitted > 0) {
                    return emitted;
                }
            }
            return 0;
        }

        private int emit(SourceOutput<String> out, int most) {
            List<String> values = lists.splits.get(ids.get(turn));
            int from = places.get(turn);
            int to = Math.max(from, Math.min(values.size(), from + most));
            for (int i = from; i < to; i++) {
                out.emit(values.get(i), Long.MIN_VALUE, ((long) turn << 32) + i);
                if (broken == Break.LEFT_OUT_WHEN_FULL && !out.ready()) {
                    places.set(turn, to);
                    return i + 1 - from;
                }
                if (broken == Break.TOLD_WHEN_READ) {
                    lists.told.add(values.get(i));
                }
            }
            places.set(turn, to);
            return to - from;
        }

        @Override
        public void pause(Set<String> splits) {
            paused = splits;
        }

        @Override
        public boolean finished() {
            return false;
        }

        @Override
        public List<Split> positions() {
            List<Split> positions = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                positions.add(split(ids.get(i), noted(i)));
            }
            if (broken == Break.POSITIONS_SHUFFLED) {
                Collections.rotate(positions, noise++);
            }
            return positions;
        }

        @Override
        public OptionalLong lag() {
            long behind = 0;
            for (int i = 0; i < ids.size(); i++) {
                int read = broken == Break.LAG_FROM_THE_BEGINNING ? 0 : places.get(i);
                behind += lists.splits.get(ids.get(i)).size() - read;
            }
            return OptionalLong.of(behind);
        }

        private int noted(int i) {
            int place = places.get(i);
            int end = lists.splits.get(ids.get(i)).size();
            return switch (broken) {
                case POSITION_AHEAD -> place == 0 ? 0 : place + 1;
                case POSITION_BEHIND -> Math.max(0, place - 1);
                case POSITION_OF_WHAT_WAS_FETCHED -> Math.min(end, (place + FETCHED - 1) / FETCHED * FETCHED);
                default -> place;
            };
        }

        @Override
        public String describe(long origin) {
            String by = broken == Break.ORIGIN_BY_READER ? " of " + System.identityHashCode(this) : "";
            return ids.get((int) (origin >>> 32)) + ", record " + (int) origin + by;
        }

        @Override
        public Optional<RecordPlace> place(long origin) {
            int off = broken == Break.PLACE_BEHIND_THE_RECORD ? 1 : 0;
            return broken == Break.PLACE_OF_POSITIONS_ALONE
                    ? Optional.empty()
                    : Optional.of(new RecordPlace(ids.get((int) (origin >>> 32)), (int) origin + off));
        }

        @Override
        public void close() {
            closing.close();
        }
    }

    private final class Closing {
        private boolean closed;

        void close() {
            if (closed && broken == Break.SECOND_CLOSE_FAILS) {
                throw new IllegalStateException("closed already");
            }
            closed = true;
        }
    }

    /** The contract for it, on lists of its own. */
    static final class Contract extends SourceContract {
        private final Lists lists = new Lists();
        private final Break broken;

        Contract(Break broken) {
            this.broken = broken;
        }

        @Override
        protected Source<String> source() {
            return new MemorySource(lists, broken);
        }

        @Override
        protected Environment environment() {
            return SingleWorld.environment();
        }

        @Override
        protected void append(int split, List<String> values) {
            lists.splits.get("s" + split).addAll(values);
        }

        @Override
        protected boolean grow() {
            lists.splits.put("s2", new ArrayList<>());
            return true;
        }

        @Override
        protected boolean knowsLag() {
            return true;
        }

        @Override
        protected boolean expire(int split, int records) {
            lists.beginning = records;
            return true;
        }

        @Override
        protected boolean remake() {
            lists.identity = "second";
            return true;
        }

        @Override
        protected List<String> told() {
            return lists.told;
        }

        @Override
        protected int randomRounds() {
            return 3;
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(100);
        }
    }
}

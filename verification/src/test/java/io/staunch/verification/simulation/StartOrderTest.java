package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.files.testkit.FilesBeside;
import io.staunch.kafka.testkit.simulated.KafkaConnectors;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.CrashPoint;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.Seeds;
import io.staunch.testkit.simulation.random.RandomCases;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.testkit.simulation.world.WorldObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The topic of a lead's ledger is made before anything else that a job does once its ledger is there: pairs of crash points that say otherwise are left out of the
 * count. Here is looked at what runs really come by.
 */
class StartOrderTest {
    private static final String MAKES_THE_LEDGER = "kafka.createTopic";
    /** Of the lead, behind it: met after the looks of followers at their ledgers. */
    private static final String BEHIND_THE_LOOKS = "kafka.init";

    private static final Set<String> LOOKED_AT = Set.of(MAKES_THE_LEDGER, BEHIND_THE_LOOKS);
    /** First calls of followers of each kind, to files and to tables. */
    private static final List<String> OF_FOLLOWERS =
            List.of("files.APPEND", "files.LIST", "files.READ", "files.REOPEN", "table.create");

    private static final int BY_CHANCE = 100;
    private static final int AIMED = 60;

    private final Map<String, Set<String>> before = new TreeMap<>();
    private final Set<String> places = new TreeSet<>();
    private final Set<String> diedAt = new TreeSet<>();

    @Test
    void whatLiesBehindTheTopicOfTheLedgerIsMetInNoRunBeforeItIsMade() {
        run(BY_CHANCE, Set.of());
        Set<String> leftOut = places.stream()
                .filter(place -> !place.equals(MAKES_THE_LEDGER) && leftOut(place, MAKES_THE_LEDGER))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(leftOut).containsAll(OF_FOLLOWERS);
        // A process dies there, and its successors look whether there is something to be made.
        run(
                AIMED,
                OF_FOLLOWERS.stream()
                        .flatMap(StartOrderTest::points)
                        .flatMap(first -> points(MAKES_THE_LEDGER).map(then -> first + ", then " + then))
                        .collect(Collectors.toSet()));
        assertThat(diedAt).containsAll(OF_FOLLOWERS);

        assertThat(before.get(MAKES_THE_LEDGER)).isNotEmpty().doesNotContainAnyElementsOf(leftOut);
        // What is possible is seen, so that it would have been seen there, too.
        assertThat(before.get(BEHIND_THE_LOOKS)).contains("files.LIST", "table.create", MAKES_THE_LEDGER);
        assertThat(leftOut("table.create", BEHIND_THE_LOOKS)).isFalse();
    }

    private static boolean leftOut(String first, String then) {
        return points(first).anyMatch(a -> points(then).noneMatch(a::canComeBefore));
    }

    private static Stream<CrashPoint> points(String place) {
        Stream<FaultAction> actions = place.indexOf('.') < 0
                ? Stream.of(FaultAction.CRASH)
                : Stream.of(FaultAction.CRASH, FaultAction.CRASH_AFTER);
        return actions.map(action -> new CrashPoint(action, place));
    }

    /** Over simulated Kafka with files, with deaths at these pairs if there are any. */
    private void run(int seeds, Set<String> pairs) {
        var cases = new RandomCases(
                chance -> new FilesBeside(new KafkaConnectors(chance), chance), seed -> seed, seed -> "", pairs);
        assertThat(new Seeds(1, seeds, 1, null)
                        .cases(seed -> watched(cases.apply(seed)), soFar -> {})
                        .failed())
                .isEmpty();
    }

    private Case watched(Case each) {
        return new Case(each.simulation().outside(new Way()), each.guarantee(), each.about(), each.replay());
    }

    /**
     * Notes what is met behind what, in whichever process of a run: by one whose claim is as new as that of any that was there. One with an older claim has stood still, and
     * goes on with what it had looked at.
     */
    private final class Way implements OutsideKind {
        @Override
        public Outside open(SimulatedWorld world, FaultPlan plan) {
            Map<Integer, Long> epochs = new HashMap<>();
            Map<String, Long> newest = new HashMap<>();
            world.observer(new WorldObserver() {
                @Override
                public void on(SimulatedProcess process, ProtocolEvent event) {
                    if (event.step() == ProtocolStep.EPOCH_CLAIMED) {
                        epochs.put(process.number(), event.epoch());
                    }
                }

                @Override
                public void met(SimulatedProcess process, String place) {
                    long epoch = epochs.getOrDefault(process.number(), 0L);
                    if (LOOKED_AT.contains(place)) {
                        newest.forEach((first, claim) -> {
                            if (claim <= epoch) {
                                before.computeIfAbsent(place, p -> new TreeSet<>())
                                        .add(first);
                            }
                        });
                    }
                    places.add(place);
                    newest.merge(place, epoch, Math::max);
                }
            });
            return new Nothing(() -> world.faultsHappened().stream()
                    .filter(fault -> fault.action().kills())
                    .forEach(fault -> diedAt.add(fault.at())));
        }
    }

    /** No source and no sink is here. */
    private record Nothing(Runnable atTheEnd) implements Outside {
        @Override
        public boolean feeds(Source<?> source) {
            return false;
        }

        @Override
        public void feed(Source<?> source, List<Fed> records) {
            throw new IllegalStateException("nothing is fed here");
        }

        @Override
        public boolean captures(Sink<?> sink) {
            return false;
        }

        @Override
        public Capture capture(Sink<?> sink) {
            throw new IllegalStateException("nothing is written here");
        }

        @Override
        public void goOn() {}

        @Override
        public void calm() {}

        @Override
        public void close() {
            atTheEnd.run();
        }
    }
}

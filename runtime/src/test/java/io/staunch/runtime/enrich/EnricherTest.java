package io.staunch.runtime.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.enrich.Enrichment;
import io.staunch.protocol.time.Watermark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that is moved by hand, and calls that the test answers. */
class EnricherTest {
    private static final long MILLI = 1_000_000;

    private long nanos = Long.MAX_VALUE - 5 * MILLI;
    private int rings;
    private final List<Call> calls = new ArrayList<>();
    private final List<String> out = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    private record Call(Object value, CompletableFuture<Object> future) {}

    private Enricher enricher(Enrichment<?, ?> rules) {
        return new Enricher(rules, this::call, this::lastResort, () -> nanos, () -> rings++);
    }

    private CompletableFuture<Object> call(Object value) {
        var future = new CompletableFuture<Object>();
        calls.add(new Call(value, future));
        return future;
    }

    private void lastResort(Flight flight, Throwable why) {
        failed.add(flight.value() + " after " + flight.calls() + ": " + why);
        flight.fail("none");
    }

    private static Enrichment<String, String> ordered() {
        return Enrichment.ordered(String.class, CompletableFuture::completedFuture);
    }

    private static Enrichment<String, String> unordered() {
        return Enrichment.unordered(String.class, CompletableFuture::completedFuture);
    }

    private static void add(Enricher enricher, String... values) {
        for (String value : values) {
            enricher.add(value, 0, -1);
        }
        enricher.ask();
    }

    private void answer(int call) {
        calls.get(call).future().complete("re " + calls.get(call).value());
    }

    /** Everything that can go on. */
    private List<String> out(Enricher enricher) {
        out.clear();
        enricher.step();
        for (Object next = enricher.next(); next != null; next = enricher.next()) {
            out.add(
                    next instanceof Watermark watermark
                            ? "watermark " + watermark.time()
                            : String.valueOf(((Flight) next).outcome()));
        }
        enricher.ask();
        return out;
    }

    @Test
    void orderedAnswersWaitForThoseBeforeThem() {
        Enricher enricher = enricher(ordered());
        add(enricher, "a", "b", "c");
        answer(2);
        answer(1);
        assertThat(rings).isEqualTo(2);
        assertThat(out(enricher)).isEmpty();
        answer(0);
        assertThat(out(enricher)).containsExactly("re a", "re b", "re c");
        assertThat(enricher.isEmpty()).isTrue();
    }

    @Test
    void unorderedAnswersGoOnAsTheyComeButNeverAcrossAWatermark() {
        Enricher enricher = enricher(unordered());
        add(enricher, "a", "b");
        enricher.add(new Watermark(7, false));
        add(enricher, "c");
        answer(2);
        answer(1);
        assertThat(out(enricher)).containsExactly("re b");
        answer(0);
        assertThat(out(enricher)).containsExactly("re a", "watermark 7", "re c");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void watermarksWithoutRecordsBetweenThemBecomeOne(boolean inOrder) {
        Enricher enricher = enricher(inOrder ? ordered() : unordered());
        add(enricher, "a");
        for (int i = 0; i < 100; i++) {
            enricher.add(new Watermark(i, i % 2 == 0));
        }
        answer(0);
        assertThat(out(enricher)).containsExactly("re a", "watermark 99");
        enricher.add(new Watermark(100, false));
        assertThat(enricher.isEmpty()).isFalse();
        assertThat(out(enricher)).containsExactly("watermark 100");
        assertThat(enricher.isEmpty()).isTrue();
    }

    @Test
    void aCallThatFailedIsMadeAgainAfterPausesThatDouble() {
        Enricher enricher = enricher(ordered().retry(2, Duration.ofMillis(10)));
        add(enricher, "a");
        calls.get(0).future().completeExceptionally(new CompletionException(new IllegalStateException("no")));
        assertThat(out(enricher)).isEmpty();
        nanos += 9 * MILLI;
        enricher.step();
        assertThat(calls).hasSize(1);
        nanos += MILLI;
        enricher.step();
        assertThat(calls).hasSize(2);
        calls.get(1).future().completeExceptionally(new IllegalStateException("no"));
        enricher.step();
        nanos += 19 * MILLI;
        enricher.step();
        assertThat(calls).hasSize(2);
        nanos += MILLI;
        enricher.step();
        assertThat(calls).hasSize(3);
        answer(2);
        assertThat(out(enricher)).containsExactly("re a");
        assertThat(failed).isEmpty();
    }

    @Test
    void whatIsThrownAtOnceAndAnswersOfNothingCountAsFailedCalls() {
        int[] made = {0};
        Enricher enricher = new Enricher(
                ordered().retry(2, Duration.ZERO),
                value -> {
                    switch (made[0]++) {
                        case 0 -> throw new IllegalStateException("busy");
                        case 1 -> {
                            return CompletableFuture.completedFuture(null);
                        }
                        default -> {
                            return null;
                        }
                    }
                },
                this::lastResort,
                () -> nanos,
                () -> {});
        add(enricher, "a");
        for (int i = 0; i < 5; i++) {
            enricher.step();
            nanos++;
        }
        assertThat(made[0]).isEqualTo(3);
        assertThat(failed).singleElement().asString().startsWith("a after 3: ").contains("null instead of a stage");
    }

    @Test
    void anErrorIsNotTriedAgain() {
        Enricher enricher = enricher(ordered().retry(5, Duration.ZERO));
        add(enricher, "a");
        calls.get(0).future().completeExceptionally(new StackOverflowError("deep"));
        assertThat(out(enricher)).containsExactly("none");
        assertThat(failed).hasSize(1);
    }

    @Test
    void aCallThatTakesTooLongIsCancelledAndItsLateAnswerDropped() {
        Enricher enricher = enricher(ordered().timeout(Duration.ofMillis(50)).retry(1, Duration.ofMillis(10)));
        add(enricher, "a");
        nanos += 50 * MILLI - 1;
        enricher.step();
        assertThat(calls.get(0).future().isCancelled()).isFalse();
        nanos++;
        enricher.step();
        assertThat(calls.get(0).future().isCancelled()).isTrue();
        nanos += 10 * MILLI;
        assertThat(out(enricher)).isEmpty();
        assertThat(calls).hasSize(2);
        answer(1);
        assertThat(out(enricher)).containsExactly("re a");
    }

    /** Somebody else's stage, which can't be cancelled. */
    @Test
    void anAnswerOfAnEarlierCallIsNotTakenForOneOfALaterCall() {
        List<CompletableFuture<Object>> futures = new ArrayList<>();
        Enricher enricher = new Enricher(
                ordered().timeout(Duration.ofMillis(50)).retry(1, Duration.ZERO),
                value -> {
                    futures.add(new CompletableFuture<>());
                    return futures.get(futures.size() - 1).minimalCompletionStage();
                },
                this::lastResort,
                () -> nanos,
                () -> {});
        add(enricher, "a");
        nanos += 50 * MILLI;
        enricher.step();
        nanos++;
        enricher.step();
        futures.get(0).complete("late");
        assertThat(out(enricher)).isEmpty();
        nanos += 50 * MILLI;
        assertThat(out(enricher)).containsExactly("none");
        assertThat(failed).singleElement().asString().contains(TimeoutException.class.getName());
        futures.get(1).complete("later");
        assertThat(out(enricher)).isEmpty();
    }

    @Test
    void noMoreRecordsAreAskedAboutAtOnceThanTheRulesSay() {
        Enricher enricher = enricher(ordered().inFlight(2));
        assertThat(enricher.room(false)).isEqualTo(2);
        add(enricher, "a", "b", "c", "d");
        assertThat(calls).hasSize(2);
        assertThat(enricher.room(false)).isZero();
        assertThat(enricher.room(true)).isEqualTo(Enricher.MOST_BEYOND - 2);
        assertThat(enricher.waiting()).isTrue();
        answer(1);
        out(enricher);
        assertThat(calls)
                .as("the answer that waits for the first one's takes its place")
                .hasSize(2);
        answer(0);
        assertThat(out(enricher)).containsExactly("re a", "re b");
        assertThat(calls).hasSize(4);
        assertThat(enricher.waiting()).isFalse();
    }

    @Test
    void closingCancelsAllCalls() {
        Enricher enricher = enricher(unordered());
        add(enricher, "a", "b");
        answer(0);
        enricher.close();
        assertThat(calls.get(1).future().isCancelled()).isTrue();
    }

    @Test
    void whatTheLastResortThrowsEndsTheStep() {
        Enricher enricher = new Enricher(
                ordered(),
                this::call,
                (flight, why) -> {
                    throw new IllegalStateException("given up", why);
                },
                () -> nanos,
                () -> {});
        add(enricher, "a");
        calls.get(0).future().completeExceptionally(new IllegalArgumentException("bad"));
        assertThatThrownBy(enricher::step).hasMessage("given up").hasRootCauseMessage("bad");
    }

    /**
     * Whatever comes in whichever order: each record goes on once, in order or between the watermarks that it came between; so many calls at most are
     * under way; and a successor that is given what is in flight loses and repeats none.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void randomAnswersFailuresAndRestartsLoseAndRepeatNothing(boolean inOrder) {
        for (int seed = 0; seed < 60; seed++) {
            new RandomRun(new Random(seed), inOrder).run();
        }
    }

    private final class RandomRun {
        private static final int RECORDS = 60;

        private final Random random;
        private final boolean inOrder;
        private final Enrichment<String, String> rules;
        private final List<String> went = new ArrayList<>();
        private final List<String> came = new ArrayList<>();
        private List<Call> open = new ArrayList<>();
        private Enricher enricher;
        private int next;
        private long told;

        RandomRun(Random random, boolean inOrder) {
            this.random = random;
            this.inOrder = inOrder;
            this.rules = (inOrder ? ordered() : unordered())
                    .inFlight(1 + random.nextInt(8))
                    .retry(random.nextInt(3), Duration.ofMillis(random.nextInt(5)))
                    .timeout(Duration.ofMillis(20));
            this.enricher = start();
        }

        private Enricher start() {
            open = new ArrayList<>();
            List<Call> mine = open;
            return new Enricher(
                    rules,
                    value -> {
                        if (random.nextInt(10) == 0) {
                            throw new IllegalStateException("busy");
                        }
                        var call = new Call(value, new CompletableFuture<>());
                        mine.add(call);
                        return call.future();
                    },
                    (flight, why) -> flight.fail(flight.value()),
                    () -> nanos,
                    () -> {});
        }

        void run() {
            for (int i = 0; next < RECORDS || !enricher.isEmpty(); i++) {
                assertThat(i).as("steps").isLessThan(20_000);
                step();
                open.removeIf(call -> call.future().isDone());
                assertThat(open.size()).isLessThanOrEqualTo(rules.inFlight());
                assertThat(enricher.inFlight().stream().map(flight -> (String) flight.value()))
                        .as("what a checkpoint would hold")
                        .containsExactlyElementsOf(missing());
            }
            assertThat(missing()).isEmpty();
            int from = 0;
            for (int at = 0; at < came.size(); at++) {
                if (came.get(at).startsWith("watermark")) {
                    sameBetween(from, at);
                    from = at + 1;
                }
            }
            assertThat(went.stream().filter(each -> !each.startsWith("watermark")))
                    .hasSize(RECORDS);
        }

        /** Those that came and have not gone on, in the order in which they came. */
        private List<String> missing() {
            List<String> missing = new ArrayList<>(came);
            missing.removeAll(went);
            missing.removeIf(each -> each.startsWith("watermark"));
            return missing;
        }

        /** What came before a watermark has gone on before it, unless it was told anew behind what a successor took over. */
        private void sameBetween(int from, int at) {
            int out = went.indexOf(came.get(at));
            if (out < 0) {
                return; // another one that came behind it, with no record between, is in its place
            }
            assertThat(went.subList(0, out)).containsAll(records(came.subList(0, at)));
            if (inOrder) {
                assertThat(records(went.subList(0, out)).subList(0, at - watermarks(at)))
                        .containsExactlyElementsOf(records(came.subList(0, at)));
            }
            assertThat(from).isLessThanOrEqualTo(at);
        }

        private int watermarks(int before) {
            return (int) came.subList(0, before).stream()
                    .filter(each -> each.startsWith("watermark"))
                    .count();
        }

        private List<String> records(List<String> of) {
            return of.stream().filter(each -> !each.startsWith("watermark")).toList();
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> record();
                case 3 -> watermark();
                case 4, 5, 6, 7 -> answer();
                case 8 -> nanos += random.nextInt(30) * MILLI;
                case 9 -> {
                    if (random.nextInt(20) == 0) {
                        restart();
                    }
                }
                default -> emit();
            }
        }

        private void record() {
            boolean room = enricher.room(random.nextInt(5) == 0) > 0;
            if (room && next < RECORDS) {
                String record = "r" + next++;
                came.add(record);
                enricher.add(record, 0, -1);
                enricher.ask();
            }
        }

        private void watermark() {
            told++;
            came.add("watermark " + told);
            enricher.add(new Watermark(told, false));
        }

        private void answer() {
            if (open.isEmpty()) {
                return;
            }
            Call call = open.get(random.nextInt(open.size()));
            if (random.nextInt(4) == 0) {
                call.future().completeExceptionally(new IllegalStateException("no"));
            } else {
                call.future().complete(call.value());
            }
        }

        private void emit() {
            enricher.step();
            int most = random.nextInt(10);
            for (int i = 0; i < most; i++) {
                Object out = enricher.next();
                if (out == null) {
                    break;
                }
                went.add(
                        out instanceof Watermark watermark
                                ? "watermark " + watermark.time()
                                : String.valueOf(((Flight) out).outcome()));
            }
            enricher.ask();
        }

        /** What was in flight is taken again, and upstream tells the newest watermark again. */
        private void restart() {
            List<Flight> captured = enricher.inFlight();
            List<Call> before = List.copyOf(open);
            enricher.close();
            enricher = start();
            captured.forEach(flight -> enricher.add(flight.value(), flight.timestamp(), -1));
            if (told > 0) {
                enricher.add(new Watermark(told, false));
            }
            enricher.ask();
            before.stream()
                    .sorted(Comparator.comparing(call -> call.value().toString()))
                    .forEach(call -> call.future().complete("from the dead"));
        }
    }

    /** Three calls of two seconds each, and pauses of one and of two seconds. */
    @Test
    void allTriesOfARecordTakeACertainTimeAtMost() {
        Enrichment<Long, Long> once = Enrichment.<Long, Long>ordered(Long.class, CompletableFuture::completedFuture)
                .timeout(Duration.ofSeconds(2));
        assertThat(Enricher.longestNanos(once)).isEqualTo(Duration.ofSeconds(2).toNanos());
        assertThat(Enricher.longestNanos(once.retry(2, Duration.ofSeconds(1))))
                .isEqualTo(Duration.ofSeconds(9).toNanos());
        assertThat(Enricher.longestNanos(once.timeout(Duration.ofDays(1)).retry(1_000, Duration.ofDays(1))))
                .isEqualTo(Duration.ofDays(2_001).toNanos());
    }
}

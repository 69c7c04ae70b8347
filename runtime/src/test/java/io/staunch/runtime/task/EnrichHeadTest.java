package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.enrich.CallContext;
import io.staunch.enrich.Enrichment;
import io.staunch.enrich.FailedCall;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.process.SideOutput;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.plan.InFlightStates;
import io.staunch.source.RecordPlace;
import io.staunch.statebackend.heap.OperatorListStates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A task that asks, stepped by hand. */
class EnrichHeadTest {
    private static final SideOutput<FailedCall<Long>> SIDE = SideOutput.named("side");

    private final ManualEnvironment environment = new ManualEnvironment();
    private final Outbox upstream = new Outbox();
    private final Channel channel = new Channel(Batch.Layout.PLAIN, 16, () -> {}, () -> {}, environment);
    private final Channel other = new Channel(Batch.Layout.PLAIN, 16, () -> {}, () -> {}, environment);
    private final Lane in = upstream.lane(channel);
    private final Outbox second = new Outbox();
    private final Lane inOfOther = second.lane(other);
    private final Cursor cursor = new Cursor();
    private final List<String> done = new ArrayList<>();
    private final Map<Long, CompletableFuture<String>> calls = new java.util.TreeMap<>();
    private final Gate gate = new Gate(() -> done.add("woken"));
    private final List<Reports.Captured> captured = new ArrayList<>();
    private boolean closed;

    private final class Client implements io.staunch.enrich.AsyncClient<Long, String> {
        @Override
        public CompletionStage<String> call(Long value) {
            return calls.computeIfAbsent(value, v -> new CompletableFuture<>());
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Even origins have places; those of what was in flight are a thousand more than in the execution before. */
    private static final class Lasting implements Origins {
        @Override
        public @Nullable SourcePlace locate(long origin) {
            return origin % 2 == 0 ? new SourcePlace("orders", new RecordPlace("o-1", origin % 1_000)) : null;
        }

        @Override
        public long restored(SourcePlace place) {
            return 1_000 + place.place().number();
        }
    }

    private Enrichment<Long, String> rules() {
        return Enrichment.orderedBy(Long.class, (CallContext context) -> new Client());
    }

    private ChannelTask task(Enrichment<Long, String> rules, Restored restored, Channel... channels) {
        return task(Guarantee.EXACTLY_ONCE, rules, restored, channels);
    }

    private ChannelTask task(
            Guarantee guarantee, Enrichment<Long, String> rules, Restored restored, Channel... channels) {
        var guard = new CallGuard();
        var outbox = new Outbox();
        var head = new EnrichHead(new EnrichHead.Parts(
                rules,
                new CallContext("job", "prices", 0, environment),
                new Exits("prices", told("out"), Map.of("side", told("side")), guard),
                outbox,
                cursor,
                List.of(gate),
                () -> {},
                new AtomicLong()));
        var state = new InFlightState("prices", Long.class, 0, 1, head.enricher(), new Lasting());
        state.restore(restored, null);
        Reports reports = new NoReports() {
            @Override
            public void captured(Captured now) {
                done.add("captured " + now.checkpoint());
                captured.add(now);
            }
        };
        List<Stateful> states = List.of(state);
        var parts = new TaskParts(
                0,
                "task",
                outbox,
                new Pressure(environment),
                cursor,
                guard,
                states,
                new TaskCapture(0, "task", states, reports, environment),
                List.of(),
                reports);
        return new ChannelTask(parts, List.of(channels), channels.length, head, guarantee, environment);
    }

    private Receiver told(String where) {
        return new Receiver() {
            @Override
            public void accept(Object value, long timestamp) {
                String what = value instanceof FailedCall<?> failed
                        ? failed.value() + " without answer after " + failed.calls()
                        : value.toString();
                done.add(where + " " + what + " at " + timestamp + " from " + cursor.origin());
            }

            @Override
            public void watermark(Watermark watermark) {
                if (where.equals("out")) {
                    done.add("watermark " + watermark.time());
                }
            }
        };
    }

    private void records(long... values) {
        for (long value : values) {
            in.append(value, value * 10, value);
        }
        upstream.flush();
    }

    private static void run(ChannelTask task) {
        for (int idle = 0; idle < 3; ) {
            idle = task.step() ? 0 : idle + 1;
        }
    }

    private void answer(long... values) {
        for (long value : values) {
            calls.get(value).complete("p" + value);
        }
    }

    @Test
    void answersGoOnWithTheTimestampAndThePlaceOfTheirRecords() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1, 2);
        in.watermark(new Watermark(15, false));
        upstream.flush();
        run(task);
        assertThat(done).isEmpty();
        answer(2, 1);
        run(task);
        assertThat(done).containsExactly("out p1 at 10 from 1", "out p2 at 20 from 2", "watermark 15");
    }

    @Test
    void withFullHandsItTakesNoMoreAndGoesOnWithinTheBatch() {
        ChannelTask task = task(rules().inFlight(2), Restored.NOTHING, channel);
        records(1, 2, 3, 4, 5);
        run(task);
        assertThat(calls).containsOnlyKeys(1L, 2L);
        assertThat(gate.isClosed()).isFalse();
        answer(1);
        run(task);
        assertThat(calls).containsOnlyKeys(1L, 2L, 3L);
        answer(2, 3);
        run(task);
        answer(4, 5);
        run(task);
        assertThat(done)
                .extracting(each -> each.substring(0, 6))
                .containsExactly("out p1", "out p2", "out p3", "out p4", "out p5");
    }

    /** Whatever the other system does: a checkpoint that has begun does not wait for it. */
    @Test
    void aBarrierPassesThoughNobodyAnswersAndTheCheckpointHoldsAllBeforeIt() {
        ChannelTask task = task(rules().inFlight(2), Restored.NOTHING, channel);
        records(1, 2, 3);
        run(task);
        records(4);
        upstream.barrier(new Barrier(7, -1));
        records(5);
        run(task);
        assertThat(done).as("nobody has said that there is a barrier").isEmpty();
        task.on(new Command.StartCheckpoint(7, -1, false, false));
        run(task);
        assertThat(done).containsExactly("captured 7");
        assertThat(gate.isClosed()).as("the source waits").isTrue();
        assertThat(calls).as("no more calls at once than before").containsOnlyKeys(1L, 2L);

        done.clear();
        calls.clear();
        ChannelTask successor = task(rules(), restored());
        run(successor);
        assertThat(calls).containsOnlyKeys(1L, 2L, 3L, 4L);
        answer(4, 3, 2, 1);
        run(successor);
        assertThat(done)
                .containsExactly(
                        "out p1 at 10 from -1",
                        "out p2 at 20 from 1002",
                        "out p3 at 30 from -1",
                        "out p4 at 40 from 1004");
    }

    /** So that it is known of a refused record that its checkpoint is not behind it. */
    @Test
    void theCoordinatorIsToldThePlacesOfWhatIsInFlightInACheckpointAlsoOverARestart() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1, 2, 3, 4);
        run(task);
        answer(1, 2);
        run(task);
        upstream.barrier(new Barrier(7, -1));
        run(task);
        SourcePlace fourth = new SourcePlace("orders", new RecordPlace("o-1", 4));
        assertThat(captured.get(0).inFlight()).containsExactly(fourth);

        ChannelTask successor = task(rules(), restored(), other);
        second.barrier(new Barrier(8, -1));
        run(successor);
        assertThat(captured.get(1).inFlight()).containsExactly(fourth);
        answer(3, 4);
        run(successor);
        second.barrier(new Barrier(9, -1));
        run(successor);
        assertThat(captured.get(2).inFlight()).isEmpty();
    }

    @Test
    void whatAVersionHadInFlightThatKeptNoPlacesIsReadAndHasNone() {
        var older = new OperatorListStates(0, 1);
        older.list(InFlightStates.RECORDS, Long.class).add(2L);
        older.list(InFlightStates.TIMESTAMPS, Long.class).add(20L);
        ChannelTask task = task(rules(), new Restored(List.of(bytes(older.capture())), Map.of()));
        run(task);
        answer(2);
        run(task);
        assertThat(done).containsExactly("out p2 at 20 from -1");
    }

    private Restored restored() {
        return new Restored(
                captured.get(0).state().get("prices").chunks().stream()
                        .map(EnrichHeadTest::bytes)
                        .toList(),
                Map.of());
    }

    private static byte[] bytes(java.nio.ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Test
    void theSourceGoesOnWhenNothingWaitsAnyMore() {
        ChannelTask task = task(rules().inFlight(1), Restored.NOTHING, channel);
        task.on(new Command.StartCheckpoint(7, -1, false, false));
        records(1, 2);
        upstream.barrier(new Barrier(7, -1));
        run(task);
        assertThat(gate.isClosed()).isTrue();
        answer(1);
        run(task);
        assertThat(gate.isClosed()).isFalse();
        assertThat(done).containsExactly("captured 7", "out p1 at 10 from 1", "woken");
    }

    @Test
    void anAbandonedCheckpointLetsNoMoreIn() {
        ChannelTask task = task(rules().inFlight(1), Restored.NOTHING, channel);
        task.on(new Command.StartCheckpoint(7, -1, false, false));
        task.on(new Command.AbandonCheckpoint(7));
        records(1, 2);
        run(task);
        answer(1);
        run(task);
        assertThat(calls).containsOnlyKeys(1L, 2L);
        assertThat(gate.isClosed()).isFalse();
        assertThat(done).containsExactly("out p1 at 10 from 1");
    }

    @Test
    void onlyTheChannelWhoseBarrierIsMissingIsReadFurther() {
        ChannelTask task = task(rules().inFlight(1), Restored.NOTHING, channel, other);
        task.on(new Command.StartCheckpoint(7, -1, false, false));
        upstream.barrier(new Barrier(7, -1));
        records(1, 2);
        inOfOther.append(11L, 110, 11);
        inOfOther.append(12L, 120, 12);
        second.flush();
        second.barrier(new Barrier(7, -1));
        run(task);
        assertThat(done).containsExactly("captured 7");
        answer(11);
        run(task);
        answer(12);
        run(task);
        assertThat(calls).containsOnlyKeys(1L, 11L, 12L);
    }

    @Test
    void theBarrierBehindTheEndWaitsUntilNothingIsInFlight() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1, 2);
        in.watermark(new Watermark(Long.MAX_VALUE, false));
        upstream.barrier(new Barrier(9, -1, true, true));
        run(task);
        answer(2);
        run(task);
        assertThat(done).isEmpty();
        answer(1);
        run(task);
        assertThat(done)
                .containsExactly(
                        "out p1 at 10 from 1", "out p2 at 20 from 2", "watermark " + Long.MAX_VALUE, "captured 9");
    }

    /** The job tries to end once more with another checkpoint. */
    @Test
    void anAbandonedEndIsNotHandedOn() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1);
        upstream.barrier(new Barrier(9, -1, true, true));
        run(task);
        task.on(new Command.AbandonCheckpoint(9));
        answer(1);
        run(task);
        assertThat(done).containsExactly("out p1 at 10 from 1");
        upstream.barrier(new Barrier(10, -1, true, true));
        run(task);
        assertThat(done).endsWith("captured 10");
    }

    /** It would go on once more after the next start, and the job has all but ended. */
    @Test
    void behindTheLastCheckpointOfAJobThatStopsNoAnswerGoesOnAndNoCallFails() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1, 2);
        task.on(new Command.StartCheckpoint(7, -1, true, false));
        upstream.barrier(new Barrier(7, -1));
        run(task);
        answer(1);
        calls.get(2L).completeExceptionally(new IllegalStateException("no"));
        run(task);
        assertThat(done).containsExactly("captured 7");
    }

    /** The coordinator's word comes to each worker in its own time. */
    @Test
    void soItIsIfTheBarrierComesBeforeTheWordOfIt() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1);
        upstream.barrier(new Barrier(7, -1));
        run(task);
        task.on(new Command.StartCheckpoint(7, -1, true, false));
        answer(1);
        run(task);
        assertThat(done).containsExactly("captured 7");
    }

    @Test
    void itGoesOnIfTheLastCheckpointFails() {
        ChannelTask task = task(rules(), Restored.NOTHING, channel);
        records(1, 2);
        task.on(new Command.StartCheckpoint(7, -1, true, false));
        upstream.barrier(new Barrier(7, -1));
        run(task);
        answer(1);
        task.on(new Command.AbandonCheckpoint(7));
        run(task);
        assertThat(done).containsExactly("captured 7", "out p1 at 10 from 1");
        task.on(new Command.StartCheckpoint(8, -1, true, false));
        upstream.barrier(new Barrier(8, -1));
        run(task);
        answer(2);
        run(task);
        assertThat(done).endsWith("captured 8");
    }

    @Test
    void withoutAlignmentAChannelWhoseBarrierIsHereIsNotReadFurtherEither() {
        ChannelTask task = task(Guarantee.AT_LEAST_ONCE, rules().inFlight(1), Restored.NOTHING, channel, other);
        task.on(new Command.StartCheckpoint(7, -1, false, false));
        upstream.barrier(new Barrier(7, -1));
        inOfOther.append(11L, 110, 11);
        inOfOther.append(12L, 120, 12);
        second.barrier(new Barrier(7, -1));
        records(1, 2);
        run(task);
        assertThat(done).containsExactly("captured 7");
        assertThat(calls).hasSize(1);
    }

    @Test
    void atMostOnceTakesNoMoreThanItCanAskAboutAndWaitsForAllAtTheEnd() {
        ChannelTask task = task(Guarantee.AT_MOST_ONCE, rules().inFlight(1), Restored.NOTHING, channel);
        task.on(new Command.StartCheckpoint(7, -1, true, false));
        records(1, 2);
        upstream.barrier(new Barrier(7, -1, true, true));
        for (long value = 1; value <= 2; value++) {
            run(task);
            assertThat(gate.isClosed()).isFalse();
            assertThat(done).doesNotContain("captured 7");
            answer(value);
        }
        run(task);
        assertThat(done).containsExactly("out p1 at 10 from 1", "out p2 at 20 from 2", "captured 7");
    }

    @Test
    void aRecordWithoutAnAnswerGoesWhereItIsSent() {
        ChannelTask aside = task(rules().failedTo(SIDE), Restored.NOTHING, channel);
        records(1, 2);
        run(aside);
        calls.get(1L).completeExceptionally(new IllegalStateException("no"));
        answer(2);
        run(aside);
        assertThat(done).containsExactly("side 1 without answer after 1 at 10 from 1", "out p2 at 20 from 2");

        done.clear();
        ChannelTask instead = task(rules().otherwise((value, why) -> "about " + value), Restored.NOTHING, channel);
        records(3);
        run(instead);
        calls.get(3L).completeExceptionally(new IllegalStateException("no"));
        run(instead);
        assertThat(done).containsExactly("out about 3 at 30 from 3");
    }

    @Test
    void elseItFailsTheJobAtTheRecordsPlaceAndTheCallsAreCancelled() {
        ChannelTask task = task(rules().timeout(Duration.ofMillis(20)), Restored.NOTHING, channel);
        records(4, 5);
        run(task);
        environment.pass(20);
        assertThatThrownBy(task::step)
                .isInstanceOf(OperatorFailure.class)
                .cause()
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("a call has failed, at last with")
                .hasMessageContaining("no answer within PT0.02S")
                .hasMessageContaining("retry(...)");
        assertThat(task.origin()).isEqualTo(4);
        task.close();
        assertThat(calls.get(5L)).isCancelled();
        assertThat(closed).isTrue();
    }
}

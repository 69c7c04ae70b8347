package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.task.ReplayWalk.Found;
import io.staunch.source.Split;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two tasks in a row, the real ones with their channels and outboxes: two sources send to the first, and it and the second source send to the
 * second task. Every order of the sources' events, the tasks' steps and the messages that the first checkpoint was given up.
 */
@DisplayName("Barriers through two tasks in a row, in every order of steps")
class BarriersWalkTest {
    private static final int RING = 4;

    /** Ways of getting it wrong that the wiring allows. */
    enum Broken {
        NO_ALIGNMENT,
        BARRIER_BEFORE_OPEN_BATCH,
        FINISHED_SOURCE_SENDS_NO_BARRIER,
        SECOND_IS_NOT_TOLD
    }

    private static Environment frozen() {
        var local = new LocalEnvironment();
        return (Environment) Proxy.newProxyInstance(
                BarriersWalkTest.class.getClassLoader(),
                new Class<?>[] {Environment.class},
                (proxy, method, arguments) ->
                        method.getName().equals("nanoTime") ? (Object) 1_000_000L : method.invoke(local, arguments));
    }

    private static final Environment FROZEN = frozen();

    private static Channel channel() {
        return new Channel(Batch.Layout.PLAIN, RING, () -> {}, () -> {}, FROZEN);
    }

    /** A source, played by hand: what it has sent before each barrier. */
    private static final class Source {
        final int number;
        final List<String> script;
        final Outbox outbox = new Outbox();
        final List<Lane> lanes = new ArrayList<>();
        final List<String> emitted = new ArrayList<>();
        final Map<Long, List<String>> before = new HashMap<>();
        int at;

        Source(int number, List<String> script, Channel... channels) {
            this.number = number;
            this.script = script;
            for (Channel channel : channels) {
                lanes.add(outbox.lane(channel));
            }
        }

        String next() {
            return number + "-" + emitted.size();
        }

        List<String> with(String record) {
            List<String> more = new ArrayList<>(emitted);
            more.add(record);
            return more;
        }

        void record() {
            String record = next();
            emitted.add(record);
            lanes.forEach(lane -> lane.append(record, 0, 0));
            outbox.flush();
        }

        void barrier(long checkpoint) {
            before.put(checkpoint, List.copyOf(emitted));
            outbox.barrier(new Barrier(checkpoint, -1));
        }
    }

    /** A task, and what it has seen when it captured a checkpoint. */
    private static final class Seen {
        final List<String> records = new ArrayList<>();
        final Map<Long, List<String>> captured = new TreeMap<>();
        final StringBuilder log = new StringBuilder();
        final Outbox outbox = new Outbox();
        final ChannelTask task;
        boolean told;
        boolean idle;

        Seen(int number, List<Channel> in, @Nullable Channel out, boolean aligned) {
            Lane lane = out == null ? null : outbox.lane(out);
            var reports = new Noted(this);
            var parts = new TaskParts(
                    number,
                    "task " + number,
                    outbox,
                    new Pressure(FROZEN),
                    new Cursor(),
                    new CallGuard(),
                    List.of(),
                    new TaskCapture(number, "task " + number, List.of(), reports, FROZEN),
                    List.of(),
                    reports);
            Receiver chain = new Receiver() {
                @Override
                public void accept(Object value, long timestamp) {
                    records.add((String) value);
                    log.append(value).append(' ');
                    if (lane != null) {
                        lane.append(value, timestamp, 0);
                    }
                }

                @Override
                public void watermark(Watermark watermark) {
                    throw new IllegalStateException("nobody has sent " + watermark);
                }
            };
            Guarantee guarantee = aligned ? Guarantee.EXACTLY_ONCE : Guarantee.AT_LEAST_ONCE;
            task = new ChannelTask(parts, in, new Heads.Plain(chain), guarantee, FROZEN);
        }

        /** What is in an open batch is sent when the task idles, so that belongs to its state. */
        void step() {
            boolean worked = task.step();
            if (worked) {
                log.append('.');
            }
            idle = !worked;
        }

        void tell() {
            told = true;
            log.append("told ");
            task.on(new Command.AbandonCheckpoint(1));
        }
    }

    /** Notes captures. */
    private record Noted(Seen seen) implements Reports {
        @Override
        public void captured(Captured captured) {
            seen.log.append("captured ").append(captured.checkpoint()).append(' ');
            if (seen.captured.put(captured.checkpoint(), List.copyOf(seen.records)) != null) {
                throw new IllegalStateException("checkpoint " + captured.checkpoint() + " is captured twice");
            }
        }

        @Override
        public void prepared(String sink, long checkpoint) {}

        @Override
        public void opened(long nanoTime) {}

        @Override
        public void committed(long checkpoint) {}

        @Override
        public void discovered(String source, List<Split> splits) {}

        @Override
        public void finished(int task) {}

        @Override
        public void failed(String subject, long origin, Throwable why) {}

        @Override
        public void step(ProtocolStep step, long checkpoint, String subject, String detail) {}
    }

    /** The whole. */
    private static final class TwoTasks implements ReplayWalk.Scenario {
        private final boolean exact;
        private final @Nullable Broken broken;
        private final List<Source> sources;
        private final List<Seen> tasks;
        private final long last;
        private boolean givenUp;

        TwoTasks(List<String> first, List<String> second, boolean exact, @Nullable Broken broken) {
            this.exact = exact;
            this.broken = broken;
            this.last = first.contains("2") ? 2 : 1;
            List<Channel> channels = List.of(channel(), channel(), channel(), channel());
            List<String> ended = second.stream().filter("r"::equals).toList();
            boolean noBarrier = broken == Broken.FINISHED_SOURCE_SENDS_NO_BARRIER;
            sources = List.of(
                    new Source(0, first, channels.get(0)),
                    new Source(1, noBarrier ? ended : second, channels.get(1), channels.get(2)));
            boolean aligned = exact && broken != Broken.NO_ALIGNMENT;
            tasks = List.of(
                    new Seen(0, channels.subList(0, 2), channels.get(3), aligned),
                    new Seen(1, channels.subList(2, 4), null, aligned));
        }

        @Override
        public List<String> actions() {
            List<String> actions = new ArrayList<>();
            for (Source source : sources) {
                if (source.at < source.script.size() && maySend(source.script.get(source.at))) {
                    actions.add("source " + source.number);
                }
            }
            for (int task = 0; task < tasks.size(); task++) {
                actions.add("task " + task);
                boolean forgotten = task == 1 && broken == Broken.SECOND_IS_NOT_TOLD;
                if (givenUp && !tasks.get(task).told && !forgotten) {
                    actions.add("tell " + task);
                }
            }
            boolean begun = sources.stream().anyMatch(source -> source.before.containsKey(1L));
            if (begun && !givenUp && !complete(1) && broken != Broken.FINISHED_SOURCE_SENDS_NO_BARRIER) {
                actions.add("give up");
            }
            return actions;
        }

        private boolean complete(long checkpoint) {
            return tasks.stream().allMatch(task -> task.captured.containsKey(checkpoint));
        }

        private boolean maySend(String event) {
            return !event.equals("2") || givenUp || complete(1);
        }

        @Override
        public void act(String action) {
            int number = action.charAt(action.length() - 1) - '0';
            if (action.startsWith("source")) {
                send(sources.get(number));
            } else if (action.startsWith("task")) {
                tasks.get(number).step();
            } else if (action.startsWith("tell")) {
                tasks.get(number).tell();
            } else {
                givenUp = true;
            }
        }

        /** A source whose output is full goes no further, as a source task does not. */
        private void send(Source source) {
            if (!source.outbox.drain()) {
                return;
            }
            String event = source.script.get(source.at++);
            if (event.equals("r")) {
                source.record();
            } else if (broken == Broken.BARRIER_BEFORE_OPEN_BATCH) {
                // The record belongs to the checkpoint, and its batch is sent behind the barrier.
                source.before.put(Long.parseLong(event), source.with(source.next()));
                source.outbox.barrier(new Barrier(Long.parseLong(event), -1));
                source.record();
            } else {
                source.barrier(Long.parseLong(event));
            }
        }

        @Override
        public String key() {
            StringBuilder key = new StringBuilder().append(givenUp);
            sources.forEach(source -> key.append(source.at).append(source.outbox.blocked()));
            tasks.forEach(task -> key.append('|').append(task.log).append(task.idle));
            return key.toString();
        }

        @Override
        public @Nullable String violation() {
            for (int task = 0; task < tasks.size(); task++) {
                for (Map.Entry<Long, List<String>> capture :
                        tasks.get(task).captured.entrySet()) {
                    List<String> expected = expected(task, capture.getKey());
                    List<String> held = new ArrayList<>(capture.getValue());
                    for (String record : expected) {
                        if (!held.remove(record)) {
                            return "checkpoint " + capture.getKey() + " of task " + task + " lacks record " + record;
                        }
                    }
                    if (exact && !held.isEmpty()) {
                        return "checkpoint " + capture.getKey() + " of task " + task + " holds " + held
                                + " from behind the barrier";
                    }
                }
            }
            return null;
        }

        /** The second task gets the second source's records directly, and all records through the first. */
        private List<String> expected(int task, long checkpoint) {
            List<String> expected = new ArrayList<>();
            for (Source source : sources) {
                List<String> before = source.before.getOrDefault(checkpoint, List.of());
                expected.addAll(before);
                if (task == 1 && source.number == 1) {
                    expected.addAll(before);
                }
            }
            return expected;
        }

        @Override
        public @Nullable String unfinished() {
            for (int task = 0; task < tasks.size(); task++) {
                int all = sources.get(0).emitted.size()
                        + (task + 1) * sources.get(1).emitted.size();
                int seen = tasks.get(task).records.size();
                if (seen < all || sources.stream().anyMatch(source -> source.at < source.script.size())) {
                    return "task " + task + " stands still with " + seen + " of " + all + " records";
                }
            }
            return complete(last) || (last == 1 && givenUp) ? null : "checkpoint " + last + " is never complete";
        }
    }

    @ParameterizedTest(name = "{0} and {1}, exact {2}")
    @CsvSource({"r 1,1 r,true", "1 r,r 1,false", "1 2,1 2,true", "r r r r r 1,1,true"})
    @DisplayName("exactly-once: exactly the records before the barrier are in; at least once: none of them is missing")
    void holds(String first, String second, boolean exact, TestReporter reporter) {
        Found found = ReplayWalk.of(
                () -> new TwoTasks(Arrays.asList(first.split(" ")), Arrays.asList(second.split(" ")), exact, null));
        reporter.publishEntry("walk", first + " and " + second + ": " + found.states() + " states");
        assertThat(found.violation()).as(found.toString()).isNull();
    }

    @Test
    @EnabledIfSystemProperty(named = "staunch.walk", matches = "full")
    @DisplayName("also where a ring is full and the outbox holds records back")
    void fullRing(TestReporter reporter) {
        holds("r r r r r 1", "1", true, reporter);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("is found wrong with")
    void isFoundWrong(Broken broken, TestReporter reporter) {
        Found found = ReplayWalk.of(() -> new TwoTasks(List.of("r", "1"), List.of("1", "r"), true, broken));
        reporter.publishEntry("walk", broken + ": after " + found.path().size() + " steps: " + found.violation());
        assertThat(found.violation()).as(found.toString()).isNotNull();
    }
}

package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.task.ReplayWalk.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One task and all its channels, each with records and the barriers of two checkpoints, read in every order. The first checkpoint may be given up
 * at any time before all have acknowledged it; the message of that arrives at any time afterwards, also behind the next barrier, or never.
 */
@DisplayName("Alignment of barriers, in every order of events")
class AlignerWalkTest {
    /** What a task asks before it reads a channel, and tells what it has read. */
    interface Gate {
        boolean blocks(int channel);

        boolean barrier(int channel, long id);

        void abandon(long id);
    }

    /** Ways of getting it wrong. */
    enum Broken {
        NO_ALIGNMENT,
        BARRIER_COUNTED_TWICE,
        ABANDON_FORGETS_NOTHING,
        OLDER_BARRIER_BEGINS_ANEW,
        FIRST_BARRIER_IS_ENOUGH
    }

    private static Gate production(int channels, boolean aligned) {
        var aligner = new Aligner(channels, aligned, new LocalEnvironment());
        return new Gate() {
            @Override
            public boolean blocks(int channel) {
                return aligner.blocks(channel);
            }

            @Override
            public boolean barrier(int channel, long id) {
                return aligner.barrier(channel, id);
            }

            @Override
            public void abandon(long id) {
                aligner.abandon(id);
            }
        };
    }

    /** A simple aligner, wrong in one way. */
    private static final class Simple implements Gate {
        private final @Nullable Broken broken;
        private final boolean[] delivered;
        private int count;
        private long checkpoint = -1;
        private long over = -1;

        Simple(@Nullable Broken broken, int channels) {
            this.broken = broken;
            this.delivered = new boolean[channels];
        }

        @Override
        public boolean blocks(int channel) {
            return broken != Broken.NO_ALIGNMENT && delivered[channel];
        }

        @Override
        public boolean barrier(int channel, long id) {
            if ((id <= over || id < checkpoint) && broken != Broken.OLDER_BARRIER_BEGINS_ANEW) {
                return false;
            }
            if (id != checkpoint) {
                clear();
                checkpoint = id;
            }
            delivered[channel] = true;
            count += broken == Broken.BARRIER_COUNTED_TWICE && channel == 0 ? 2 : 1;
            if (count < delivered.length && broken != Broken.FIRST_BARRIER_IS_ENOUGH) {
                return false;
            }
            clear();
            over = id;
            return true;
        }

        @Override
        public void abandon(long id) {
            if (broken == Broken.ABANDON_FORGETS_NOTHING) {
                return;
            }
            over = Math.max(over, id);
            if (checkpoint <= id) {
                clear();
            }
        }

        private void clear() {
            Arrays.fill(delivered, false);
            count = 0;
            checkpoint = -1;
        }
    }

    /**
     * Each channel: a record, barrier 1, a record, and perhaps barrier 2 and a record. Who sends into a channel may not send barrier 1 any more if
     * it is told before that the checkpoint was given up.
     */
    private static final class OneTask implements ReplayWalk.Scenario {
        private final Gate gate;
        private final boolean exact;
        private final List<List<String>> scripts = new ArrayList<>();
        private final long last;
        private final int[] sent;
        private final int[] read;
        private final Map<Long, int[]> captured = new TreeMap<>();
        private final List<String> log = new ArrayList<>();
        private boolean givenUp;
        private boolean told;

        OneTask(Gate gate, int channels, int checkpoints, boolean exact) {
            this.gate = gate;
            this.last = checkpoints;
            for (int channel = 0; channel < channels; channel++) {
                List<String> script = new ArrayList<>(List.of("r"));
                for (int checkpoint = 1; checkpoint <= checkpoints; checkpoint++) {
                    script.addAll(List.of(Integer.toString(checkpoint), "r"));
                }
                scripts.add(script);
            }
            this.exact = exact;
            this.sent = new int[channels];
            this.read = new int[channels];
        }

        /** Reading is one action for each channel: which of them a task looks at next is left open. */
        @Override
        public List<String> actions() {
            List<String> actions = new ArrayList<>();
            for (int channel = 0; channel < sent.length; channel++) {
                List<String> script = scripts.get(channel);
                if (sent[channel] < script.size() && maySend(script.get(sent[channel]))) {
                    actions.add("send " + channel);
                    if (givenUp && script.get(sent[channel]).equals("1")) {
                        actions.add("leave out barrier 1 on " + channel);
                    }
                }
                if (read[channel] < sent[channel] && !gate.blocks(channel)) {
                    actions.add("read " + channel);
                }
            }
            if (!givenUp && !captured.containsKey(1L)) {
                actions.add("give up");
            }
            if (givenUp && !told) {
                actions.add("tell");
            }
            return actions;
        }

        /** The second checkpoint starts when the first one is complete or given up. */
        private boolean maySend(String event) {
            return !event.equals("2") || givenUp || captured.containsKey(1L);
        }

        @Override
        public void act(String action) {
            int channel = action.charAt(action.length() - 1) - '0';
            if (action.startsWith("send")) {
                sent[channel]++;
            } else if (action.startsWith("leave out")) {
                scripts.get(channel).remove("1");
            } else if (action.startsWith("read")) {
                read(channel, scripts.get(channel).get(read[channel]++));
            } else if (action.equals("give up")) {
                givenUp = true;
            } else {
                told = true;
                log.add("t");
                gate.abandon(1);
            }
        }

        private void read(int channel, String event) {
            log.add(channel + event);
            if (event.equals("r")) {
                return;
            }
            long checkpoint = Long.parseLong(event);
            if (gate.barrier(channel, checkpoint)) {
                if (captured.containsKey(checkpoint)) {
                    throw new IllegalStateException("checkpoint " + checkpoint + " is captured twice");
                }
                captured.put(checkpoint, read.clone());
            }
        }

        @Override
        public String key() {
            return scripts + Arrays.toString(sent) + log + givenUp;
        }

        @Override
        public @Nullable String violation() {
            for (Map.Entry<Long, int[]> capture : captured.entrySet()) {
                for (int channel = 0; channel < sent.length; channel++) {
                    List<String> script = scripts.get(channel);
                    int barrier = script.indexOf(capture.getKey().toString());
                    long before = records(script.subList(0, barrier));
                    long in = records(script.subList(0, capture.getValue()[channel]));
                    if (in < before || (exact && in > before)) {
                        return "checkpoint " + capture.getKey() + " holds " + in + " records of a channel that has "
                                + before + " before the barrier";
                    }
                }
            }
            return null;
        }

        private static long records(List<String> events) {
            return events.stream().filter("r"::equals).count();
        }

        @Override
        public @Nullable String unfinished() {
            boolean all = true;
            for (int channel = 0; channel < read.length; channel++) {
                all &= read[channel] == scripts.get(channel).size();
            }
            boolean captures = captured.containsKey(last) || (last == 1 && givenUp);
            return all && captures
                    ? null
                    : "it stands still after " + Arrays.toString(read) + ", captured " + captured.keySet();
        }
    }

    @ParameterizedTest(name = "{0} channels, {1} checkpoints, aligned {2}")
    @CsvSource({"1,2,true", "2,2,true", "2,1,true", "3,1,true", "2,2,false"})
    @DisplayName(
            "aligned: exactly the records before the barrier are in; else none of them is missing; it never stands still")
    void holds(int channels, int checkpoints, boolean aligned, TestReporter reporter) {
        Found found = ReplayWalk.of(() -> new OneTask(production(channels, aligned), channels, checkpoints, aligned));
        reporter.publishEntry("walk", channels + " channels: " + found.states() + " states");
        assertThat(found.violation()).as(found.toString()).isNull();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "NO_ALIGNMENT,2",
        "BARRIER_COUNTED_TWICE,2",
        "ABANDON_FORGETS_NOTHING,1",
        "OLDER_BARRIER_BEGINS_ANEW,2",
        "FIRST_BARRIER_IS_ENOUGH,2"
    })
    @DisplayName("is found wrong with")
    void isFoundWrong(Broken broken, int checkpoints, TestReporter reporter) {
        Found found = ReplayWalk.of(() -> new OneTask(new Simple(broken, 2), 2, checkpoints, true));
        reporter.publishEntry("walk", broken + ": after " + found.path().size() + " steps: " + found.violation());
        assertThat(found.violation()).as(found.toString()).isNotNull();
    }

    @Test
    @DisplayName("is right in the simple one from which the wrong ones are made")
    void simple() {
        Found found = ReplayWalk.of(() -> new OneTask(new Simple(null, 2), 2, 2, true));
        assertThat(found.violation()).as(found.toString()).isNull();
    }
}

package io.staunch.cli.demo;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * When the job's process is killed: at random moments, and some of the times exactly at a step of the protocol. A seed is a whole plan.
 *
 * @param kills in the order in which they come
 */
record KillPlan(List<Kill> kills) {
    /** At random moments after progress is reached: up to this. Longer than a checkpoint, so that every part of one is hit. */
    private static final int LONGEST_DELAY_MS = 150;

    private static final double EARLIEST = 0.03;
    private static final double LATEST = 0.8;

    /** Those of exactly-once in turn with those of followers. */
    private static final List<ProtocolStep> STEPS_WITH_FOLLOWERS = List.of(
            ProtocolStep.DURABLE,
            ProtocolStep.FOLLOWER_COMMIT_SENT,
            ProtocolStep.COMMIT_SENT,
            ProtocolStep.FOLLOWER_COMMITTED);

    /**
     * One kill.
     *
     * @param afterRecords so many of the records that go in must have come out first
     * @param delay for a random moment: how long after that. Zero for one at a step
     * @param at the step at which the process is stopped to be killed, or null for a random moment
     */
    record Kill(int afterRecords, Duration delay, @Nullable ProtocolStep at) {
        /** Whether it is between a durable checkpoint and Kafka's commit of it. */
        boolean beforeCommit() {
            return at == ProtocolStep.DURABLE || at == ProtocolStep.COMMIT_SENT;
        }

        /** Whether it is at the commit of a sink that comes after Kafka. */
        boolean atFollower() {
            return at == ProtocolStep.FOLLOWER_COMMIT_SENT || at == ProtocolStep.FOLLOWER_COMMITTED;
        }
    }

    KillPlan {
        kills = List.copyOf(kills);
    }

    /**
     * A plan of so many kills for so many records. At least two are at a step of the protocol, and about every third one.
     *
     * @param followers whether sinks commit after Kafka; then every other kill at a step is there
     */
    static KillPlan random(int kills, int records, Guarantee guarantee, boolean followers, long seed) {
        var random = new Random(seed);
        int atSteps = Math.min(kills, Math.max(2, (kills + 1) / 3));
        List<Boolean> atStep = new ArrayList<>(Collections.nCopies(atSteps, true));
        atStep.addAll(Collections.nCopies(kills - atSteps, false));
        Collections.shuffle(atStep, random);
        List<ProtocolStep> steps = followers ? STEPS_WITH_FOLLOWERS : steps(guarantee);
        int next = random.nextInt(steps.size());
        List<Kill> plan = new ArrayList<>();
        for (int i = 0; i < kills; i++) {
            // One in each of as many equal stretches, so that there is work left after the last.
            double share = EARLIEST + (LATEST - EARLIEST) * (i + random.nextDouble()) / kills;
            int after = Math.max(1, (int) (share * records));
            plan.add(
                    atStep.get(i)
                            ? new Kill(after, Duration.ZERO, steps.get(next++ % steps.size()))
                            : new Kill(after, Duration.ofMillis(random.nextInt(LONGEST_DELAY_MS)), null));
        }
        return new KillPlan(plan);
    }

    /** Where it hurts most. The weaker guarantees have no commit: their weak point is elsewhere. */
    private static List<ProtocolStep> steps(Guarantee guarantee) {
        return switch (guarantee) {
            case EXACTLY_ONCE -> List.of(ProtocolStep.DURABLE, ProtocolStep.COMMIT_SENT);
            // Written, and the checkpoint that says so not yet durable.
            case AT_LEAST_ONCE -> List.of(ProtocolStep.ACKNOWLEDGED);
            // The positions are durable, and the records behind them not yet processed.
            case AT_MOST_ONCE -> List.of(ProtocolStep.DURABLE);
        };
    }
}

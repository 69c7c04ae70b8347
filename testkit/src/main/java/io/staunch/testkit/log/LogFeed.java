package io.staunch.testkit.log;

import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.VirtualClock;
import java.util.List;

/**
 * Somebody who fills a topic, before and while the job runs, and somebody else who writes to it in transactions that are aborted: they
 * hold back readers for a while, and nobody must ever see them.
 */
public final class LogFeed {
    private static final double NOISE = 0.05;
    private static final double SOME = 0.4;
    private static final int MOST_AT_ONCE = 20;
    private static final long SHORTEST_PAUSE_NANOS = 10_000;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000;

    private final SimulatedLog log;
    private final Chance chance;
    private final LogTopic topic;
    private final List<Payload> records;
    private final int[] partitions;
    private final Stranger stranger;
    private int next;
    private boolean complete;

    /**
     * @param partitions for each record the number of its partition
     * @param noise what the aborted transactions hold
     */
    public LogFeed(
            SimulatedLog log,
            VirtualClock clock,
            Chance chance,
            LogTopic topic,
            List<Payload> records,
            int[] partitions,
            Payload noise) {
        this.log = log;
        this.chance = chance;
        this.topic = topic;
        this.records = records;
        this.partitions = partitions.clone();
        stranger = new Stranger(log, clock, chance, topic, noise, "somebody-" + topic.name());
        int atOnce = chance.happens(0.2) ? chance.below(records.size() + 1) : 0;
        while (next < atOnce) {
            append();
        }
    }

    /** Appends some of what is left, or nothing, and says when it has appended the last one. Called now and then. */
    public void goOn() {
        if (complete || log.untilBack() > 0) {
            return;
        }
        if (next == records.size()) {
            complete = true;
            topic.partitions().forEach(LogPartition::complete);
            return;
        }
        if (chance.happens(NOISE)) {
            stranger.write(SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
        }
        if (chance.happens(SOME)) {
            int count = (int) Math.min(records.size() - next, chance.skewed(1, MOST_AT_ONCE));
            for (int i = 0; i < count; i++) {
                append();
            }
        }
    }

    private void append() {
        LogPartition partition = topic.partitions().get(partitions[next]);
        partition.append(records.get(next));
        next++;
    }
}

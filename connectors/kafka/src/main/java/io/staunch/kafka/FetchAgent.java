package io.staunch.kafka;

import io.staunch.environment.Agent;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.FetchHandover.Assigned;
import io.staunch.kafka.FetchHandover.Batch;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import io.staunch.source.SourceContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns a reader's consumer and blocks in its poll, so that the worker need not. Single owner: its own thread. Without
 * room in the hand-over it polls no further, and the consumer's own buffers bound the rest.
 */
final class FetchAgent implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(FetchAgent.class);
    private static final Duration LONGEST_POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_LOOK = Duration.ofMillis(100);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000;

    /** So long without an answer, what was told last is no longer believed. */
    private static final long BELIEVED_NANOS = 10_000_000_000L;

    private final SourceContext context;
    private final FetchHandover handover;
    private final Supplier<ConsumerPort> maker;
    private final PositionCheck check;
    private final KafkaFaults faults;
    private final Map<TopicPartition, KafkaPosition> places = new LinkedHashMap<>();
    private @Nullable ConsumerPort consumer;
    private Set<TopicPartition> paused = Set.of();
    private long looked;
    private long answered;

    FetchAgent(
            SourceContext context,
            FetchHandover handover,
            Supplier<ConsumerPort> maker,
            PositionCheck check,
            KafkaFaults faults) {
        this.context = context;
        this.handover = handover;
        this.maker = maker;
        this.check = check;
        this.faults = faults;
    }

    @Override
    public Step step() {
        if (handover.closed()) {
            return end();
        }
        try {
            takeAssignments();
            if (consumer == null) {
                return Step.IDLE;
            }
            pause(consumer);
            lookForEnds(consumer);
            if (!handover.hasRoom()) {
                return Step.IDLE;
            }
            List<Fetched> fetched = consumer.poll(LONGEST_POLL);
            if (fetched.isEmpty()) {
                return Step.IDLE;
            }
            for (Fetched part : fetched) {
                places.computeIfPresent(part.partition(), (partition, place) -> place.at(part.next(), part.epoch()));
            }
            handover.give(Batch.of(fetched));
            context.wake().run();
            return Step.WORKED;
        } catch (RuntimeException e) {
            Step done = end();
            context.failed().accept(explain(e));
            return done;
        }
    }

    private void takeAssignments() {
        Assigned next = handover.assigned();
        if (next == null) {
            return;
        }
        if (consumer == null) {
            consumer = maker.get();
            looked = context.environment().nanoTime() - LOOK_EVERY_NANOS;
        }
        Map<TopicPartition, KafkaPosition> added = new LinkedHashMap<>();
        for (; next != null; next = handover.assigned()) {
            added.put(next.position().partition(), next.position());
        }
        places.putAll(added);
        consumer.assign(places.keySet());
        for (KafkaPosition place : added.values()) {
            consumer.seek(place.partition(), place.offset(), place.epoch());
        }
    }

    /** Fetched no further is what the reader would only put aside. */
    private void pause(ConsumerPort of) {
        Set<TopicPartition> wanted = handover.paused();
        if (wanted != paused) {
            paused = wanted;
            of.pause(wanted);
        }
    }

    /**
     * Asks about once a second where the partitions end, also while there is no room: a consumer that is not polled would not hear of it.
     * An error is not told: what lasts is met by the next poll, which explains it. But to a poll a broker that is away is one that has nothing
     * new; so the ends are forgotten when there was no answer for some time, for a lag that is not known shows what a lag of nothing would hide.
     *
     * <p>An end that has fallen back may be that of another topic under the same name, where the consumer would go on without a word. It may
     * be a new leader's, too, that does not know yet how far it may give records: so only the topic's identity counts.
     */
    private void lookForEnds(ConsumerPort from) {
        long now = context.environment().nanoTime();
        if (now - looked < LOOK_EVERY_NANOS) {
            return;
        }
        looked = now;
        try {
            Map<TopicPartition, Long> ends = from.ends(LONGEST_LOOK);
            answered = now;
            if (fellBack(handover.ends(), ends)) {
                check.sameTopics(places.values());
            }
            handover.ends(ends);
        } catch (KafkaException e) {
            if (now - answered >= BELIEVED_NANOS) {
                handover.ends(Map.of());
            }
            LOG.debug("source '{}' does not know how far behind it is", context.source(), e);
        } catch (StaunchException e) {
            if (e.remedy() != Remedy.RETRY) {
                throw e;
            }
            LOG.debug("source '{}' looks again at topics whose end has fallen back", context.source(), e);
        }
    }

    private static boolean fellBack(Map<TopicPartition, Long> before, Map<TopicPartition, Long> now) {
        return now.entrySet().stream().anyMatch(each -> each.getValue() < before.getOrDefault(each.getKey(), 0L));
    }

    private RuntimeException explain(RuntimeException e) {
        String topics = String.join(
                "', '",
                places.keySet().stream()
                        .map(TopicPartition::topic)
                        .distinct()
                        .sorted()
                        .toList());
        if (e instanceof OffsetOutOfRangeException out) {
            List<KafkaPosition> lost = out.offsetOutOfRangePartitions().keySet().stream()
                    .map(places::get)
                    .filter(place -> place != null)
                    .toList();
            try {
                check.verify(lost);
                if (out instanceof LogTruncationException other) {
                    PositionCheck.others(lost, other.divergentOffsets());
                }
            } catch (RuntimeException found) {
                return found;
            }
        }
        return faults.of(Act.FETCH, topics, e);
    }

    private Step end() {
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
        return Step.DONE;
    }
}

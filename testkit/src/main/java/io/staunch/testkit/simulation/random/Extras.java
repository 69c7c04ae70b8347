package io.staunch.testkit.simulation.random;

import io.staunch.KeyedStream;
import io.staunch.Stream;
import io.staunch.keyed.Deduplication;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import io.staunch.testkit.simulation.world.Chance;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Operators that come into a random pipeline by a chance of their own, so that pipelines without them are what they were before there were these. */
final class Extras {
    /** Longer than any run, however far its clock jumps. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private static final long SEEN_TOO_LATE = -9_999;

    private Extras() {}

    /** All go by the wall clock, by which nothing changes in any run. */
    static Operator byChance(Chance chance) {
        Keying keying = chance.oneOf(List.of(Keying.values()));
        OneToOne extra = switch (chance.below(3)) {
            case 0 -> firstOfEach(keying);
            case 1 ->
                kept(keying, chance.happens(0.5) ? TimeToLive.sinceUse(FOR_EVER) : TimeToLive.sinceWrite(FOR_EVER));
            default -> expiring(keying, chance.between(1, 20));
        };
        return extra.unrepeatable();
    }

    /** A sum over all before, in a state that could expire and does not. */
    private static OneToOne kept(Keying keying, TimeToLive timeToLive) {
        return new OneToOne(
                "key by " + keying + ", a value that does not expire",
                (name, in) -> kept(keying, timeToLive, keying.of(in), name),
                () -> {
                    Map<Long, Long> sums = new HashMap<>();
                    return (item, out) -> {
                        long track = keying.track(item);
                        long sum = sums.getOrDefault(track, 0L) * 31 + item.weight();
                        sums.put(track, sum);
                        out.accept(Item.of(track, item.id(), item.key(), sum));
                    };
                });
    }

    private static <K> Stream<Item> kept(
            Keying keying, TimeToLive timeToLive, KeyedStream<K, Item> keyed, String name) {
        return keyed.process(name, states -> {
            ValueState<Long> sum = states.expiring(timeToLive).value("sum", Long.class);
            return (item, context) -> {
                long next = sum.orElse(0L) * 31 + item.weight();
                sum.set(next);
                context.emit(Item.of(keying.track(item), item.id(), item.key(), next));
            };
        });
    }

    /** Records as they are, beside a state that expires now and then; what should not happen is emitted: that it is seen afterwards. */
    private static OneToOne expiring(Keying keying, long millis) {
        return new OneToOne(
                "key by " + keying + ", beside a value that expires after " + millis + " ms",
                (name, in) -> expiring(keying, millis, keying.of(in), name),
                () -> (item, out) -> out.accept(Item.of(keying.track(item), item.id(), item.key(), item.value())));
    }

    private static <K> Stream<Item> expiring(Keying keying, long millis, KeyedStream<K, Item> keyed, String name) {
        TimeToLive timeToLive = TimeToLive.sinceWrite(Duration.ofMillis(millis));
        return keyed.process(name, states -> {
            ValueState<Long> written = states.expiring(timeToLive).value("written", Long.class);
            return (item, context) -> {
                long now = context.currentProcessingTime();
                Long before = written.orNull();
                boolean wrong = before != null && before + millis <= now;
                if (before == null || item.id() % 2 == 0) {
                    written.set(now);
                }
                long value = wrong ? SEEN_TOO_LATE : item.value();
                context.emit(Item.of(keying.track(item), item.id(), item.key(), value));
            };
        });
    }

    /** The first record of each key, since none is ever forgotten. */
    private static OneToOne firstOfEach(Keying keying) {
        return new OneToOne(
                "key by " + keying + ", deduplicated",
                (name, in) -> deduplicated(keying.of(in), name)
                        .map(item -> Item.of(keying.track(item), item.id(), item.key(), item.value())),
                () -> {
                    Set<Long> seen = new HashSet<>();
                    return (item, out) -> {
                        long track = keying.track(item);
                        if (seen.add(track)) {
                            out.accept(Item.of(track, item.id(), item.key(), item.value()));
                        }
                    };
                });
    }

    private static <K> Stream<Item> deduplicated(KeyedStream<K, Item> keyed, String name) {
        return keyed.deduplicate(name, Deduplication.byProcessingTime(FOR_EVER));
    }
}

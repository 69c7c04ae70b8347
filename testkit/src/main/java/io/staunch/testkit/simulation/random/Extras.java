package io.staunch.testkit.simulation.random;

import io.staunch.KeyedStream;
import io.staunch.Stream;
import io.staunch.keyed.Deduplication;
import io.staunch.testkit.simulation.world.Chance;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Operators that come into a random pipeline by a chance of their own, so that pipelines without them are what they were before there were these. */
final class Extras {
    /** Longer than any run, however far its clock jumps. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private Extras() {}

    static Operator byChance(Chance chance) {
        return firstOfEach(chance.oneOf(List.of(Keying.values())));
    }

    /** The first record of each key, since none is ever forgotten. */
    private static Operator firstOfEach(Keying keying) {
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

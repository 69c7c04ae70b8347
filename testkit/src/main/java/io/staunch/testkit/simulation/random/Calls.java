package io.staunch.testkit.simulation.random;

import io.staunch.KeyedStream;
import io.staunch.Stream;
import io.staunch.enrich.Enrichment;
import io.staunch.testkit.outside.SimulatedService;
import io.staunch.testkit.simulation.world.Chance;
import java.time.Duration;
import java.util.List;

/**
 * Enrichments, by a chance of their own: in order for each key, by a service that is slow, fails some calls and loses others. What has no answer in the end goes on with
 * the same result, so that what comes out is known.
 */
final class Calls {
    private static final Duration PAUSE = Duration.ofMillis(1);

    private Calls() {}

    static Operator byChance(Chance chance) {
        Keying keying = chance.oneOf(List.of(Keying.values()));
        int inFlight = (int) chance.skewed(2, 20);
        Duration slowest = Duration.ofMillis(chance.skewed(1, 8));
        var service = new SimulatedService<Item, Item>(
                item -> answer(keying, item), slowest, chance.happens(0.5) ? 0.1 : 0, chance.happens(0.5) ? 0.05 : 0);
        return new OneToOne(
                        "key by " + keying + ", asked about, " + inFlight + " in flight, answers within " + slowest,
                        (name, in) -> asked(keying.of(in), name, service, keying, inFlight),
                        () -> (item, out) -> out.accept(answer(keying, item)))
                .unrepeatable();
    }

    private static <K> Stream<Item> asked(
            KeyedStream<K, Item> keyed,
            String name,
            SimulatedService<Item, Item> service,
            Keying keying,
            int inFlight) {
        return keyed.enrich(
                name,
                Enrichment.orderedBy(Item.class, service)
                        .inFlight(inFlight)
                        .timeout(Duration.ofMillis(6))
                        .retry(1, PAUSE)
                        .otherwise((item, why) -> answer(keying, item)));
    }

    private static Item answer(Keying keying, Item item) {
        return Item.of(keying.track(item), item.id(), item.key(), item.value() * 31 + 7);
    }
}

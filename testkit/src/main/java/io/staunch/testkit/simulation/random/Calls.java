package io.staunch.testkit.simulation.random;

import io.staunch.enrich.Enrichment;
import io.staunch.function.MapFunction;
import io.staunch.testkit.outside.SimulatedService;
import io.staunch.testkit.simulation.world.Chance;
import java.time.Duration;
import java.util.List;

/**
 * Enrichments, by chances of their own, by a service that is slow, fails some calls and loses others. What has no answer in the end goes on with
 * the same result, so that what comes out is known.
 *
 * @param answer what the service knows
 * @param failing probability that a call fails
 * @param lost probability that a call is never answered
 */
record Calls(MapFunction<Item, Item> answer, int inFlight, Duration slowest, double failing, double lost) {
    private static final Duration TIMEOUT = Duration.ofMillis(6);
    private static final Duration PAUSE = Duration.ofMillis(1);

    /** In order for each key. */
    static Operator byChance(Chance chance) {
        Keying keying = chance.oneOf(List.of(Keying.values()));
        Calls calls = of(chance, item -> answer(keying, item));
        return new OneToOne(
                        "key by " + keying + ", asked about, " + calls,
                        (name, in) -> keying.of(in).enrich(name, calls.inOrder()),
                        () -> (item, out) -> out.accept(answer(keying, item)))
                .unrepeatable();
    }

    /** In no order: so each item is on a track of its own behind it, and judged is which have come. */
    static Operator inNoOrder(Chance chance) {
        boolean keyed = chance.happens(0.5);
        Calls calls = of(chance, item -> item.alone(0));
        return new OneToOne(
                        (keyed ? "key by int, " : "") + "asked about in no order, " + calls,
                        (name, in) -> keyed
                                ? in.keyByInt(Item::key).enrich(name, calls.anyOrder())
                                : in.enrich(name, calls.anyOrder()),
                        () -> (item, out) -> out.accept(item.alone(0)))
                .unrepeatable();
    }

    private static Calls of(Chance chance, MapFunction<Item, Item> answer) {
        int inFlight = (int) chance.skewed(2, 20);
        Duration slowest = Duration.ofMillis(chance.skewed(1, 8));
        return new Calls(answer, inFlight, slowest, chance.happens(0.5) ? 0.1 : 0, chance.happens(0.5) ? 0.05 : 0);
    }

    private Enrichment<Item, Item> inOrder() {
        return bounded(Enrichment.orderedBy(Item.class, service()));
    }

    private Enrichment<Item, Item> anyOrder() {
        return bounded(Enrichment.unorderedBy(Item.class, service()));
    }

    private SimulatedService<Item, Item> service() {
        return new SimulatedService<>(answer, slowest, failing, lost);
    }

    private Enrichment<Item, Item> bounded(Enrichment<Item, Item> rules) {
        MapFunction<Item, Item> known = answer;
        return rules.inFlight(inFlight).timeout(TIMEOUT).retry(1, PAUSE).otherwise((item, why) -> known.map(item));
    }

    private static Item answer(Keying keying, Item item) {
        return Item.of(keying.track(item), item.id(), item.key(), item.value() * 31 + 7);
    }

    @Override
    public String toString() {
        return inFlight + " in flight, answers within " + slowest;
    }
}

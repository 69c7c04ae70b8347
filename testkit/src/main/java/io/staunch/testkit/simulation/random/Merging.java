package io.staunch.testkit.simulation.random;

import io.staunch.process.SideOutput;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import io.staunch.testkit.simulation.world.Chance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Operators under whose keys several tracks meet, in an order that is another one in each run. What they give is the same in each run all
 * the same: it depends on how many have come, or on which, or on one track alone.
 */
final class Merging {
    private Merging() {}

    /** How many records of the key there were. */
    static Operator count(Chance chance, List<List<Item>> inputs) {
        return new OneToOne(
                "key by int, count",
                (name, in) -> in.keyByInt(Item::key)
                        .fold(name, 0L, (count, item) -> count + 1)
                        .map((key, count) -> Item.of(key, key, key, count)),
                () -> {
                    Map<Integer, Long> counts = new HashMap<>();
                    return (item, out) -> out.accept(
                            Item.of(item.key(), item.key(), item.key(), counts.merge(item.key(), 1L, Long::sum)));
                });
    }

    /** A sum over all records of the key, given when the last one has come. */
    static Operator whole(Chance chance, List<List<Item>> inputs) {
        Map<Integer, Long> wanted = new HashMap<>();
        inputs.get(0).forEach(item -> wanted.merge(item.key(), 1L, Long::sum));
        Map<Integer, Long> totals = Map.copyOf(wanted);
        return new OneToOne(
                "key by int, sum of all when all have come",
                (name, in) -> in.keyByInt(Item::key).process(name, states -> {
                    ValueState<Long> seen = states.value("seen", Long.class);
                    ReducingState<Long> sum = states.reducing("sum", Long.class, Long::sum);
                    return (item, context) -> {
                        long now = seen.orElse(0L) + 1;
                        seen.set(now);
                        sum.add(mixed(item));
                        if (now == totals.getOrDefault(context.key(), -1L)) {
                            context.emit(Item.of(
                                    context.key(),
                                    context.key(),
                                    context.key(),
                                    sum.get().orElseThrow()));
                        }
                    };
                }),
                () -> {
                    Map<Integer, Long> seen = new HashMap<>();
                    Map<Integer, Long> sums = new HashMap<>();
                    return (item, out) -> {
                        int key = item.key();
                        sums.merge(key, mixed(item), Long::sum);
                        if (seen.merge(key, 1L, Long::sum).equals(totals.get(key))) {
                            out.accept(Item.of(key, key, key, sums.get(key)));
                        }
                    };
                });
    }

    /** A number that tells items apart well enough that the sum over another set of them is another one. */
    private static long mixed(Item item) {
        long mixed = (item.track() * 31 + item.weight()) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 32);
    }

    /** Each text once for each key; the others, of which nobody knows beforehand which they are, are not passed on. */
    static Operator firsts(Chance chance, List<List<Item>> inputs) {
        return new OneToOne(
                "key by long, each text once",
                (name, in) -> in.keyByLong(Item::key).process(name, states -> {
                    MapState<String, Integer> seen = states.map("seen", String.class, Integer.class);
                    return (item, context) -> {
                        if (!seen.contains(item.text())) {
                            seen.put(item.text(), 1);
                            context.emit(first(item));
                        }
                    };
                }),
                () -> {
                    Set<Long> seen = new HashSet<>();
                    return (item, out) -> {
                        Item first = first(item);
                        if (seen.add(first.track())) {
                            out.accept(first);
                        }
                    };
                });
    }

    private static Item first(Item item) {
        int text = item.id() % Item.texts();
        return Item.of((long) item.key() * Item.texts() + text, text, item.key(), 0);
    }

    /** A sum for each track in the state of one key. */
    static Operator byTrack(Chance chance, List<List<Item>> inputs) {
        return new OneToOne(
                "key by boxed int, a sum for each track",
                (name, in) -> in.keyBy(Integer.class, Item::key).process(name, states -> {
                    MapState<Long, Long> sums = states.map("sums", Long.class, Long.class);
                    return (item, context) -> {
                        Long before = sums.get(item.track());
                        long sum = (before == null ? 0 : before) * 31 + item.weight();
                        sums.put(item.track(), sum);
                        context.emit(item.value(sum).refined());
                    };
                }),
                () -> {
                    Map<Long, Long> sums = new HashMap<>();
                    return (item, out) -> {
                        Item refined = item.refined();
                        long sum = sums.getOrDefault(refined.track(), 0L) * 31 + item.weight();
                        sums.put(refined.track(), sum);
                        out.accept(refined.value(sum));
                    };
                });
    }

    /** The same with a side output of a function with state. */
    static Operator sides(Chance chance, List<List<Item>> inputs) {
        return new Sides((int) chance.between(2, 6));
    }

    /** @param every which ids go to the side */
    private record Sides(int every) implements Operator {
        private static final SideOutput<Item> ASIDE = SideOutput.named("aside");

        @Override
        public List<io.staunch.Stream<Item>> build(String name, List<io.staunch.Stream<Item>> inputs) {
            int aside = every;
            io.staunch.Stream<Item> main = inputs.get(0).keyByLong(Item::track).process(name, states -> {
                ValueState<Long> sum = states.value("sum", Long.class);
                return (item, context) -> {
                    long now = sum.orElse(0L) * 31 + item.weight();
                    sum.set(now);
                    if (item.id() % aside == 0) {
                        context.emit(ASIDE, item.value(now));
                    } else {
                        context.emit(item.value(now));
                    }
                };
            });
            return List.of(main, main.sideOutput(ASIDE));
        }

        @Override
        public List<List<Item>> evaluate(List<List<Item>> inputs) {
            Map<Long, Long> sums = new HashMap<>();
            List<Item> main = new java.util.ArrayList<>();
            List<Item> side = new java.util.ArrayList<>();
            for (Item item : inputs.get(0)) {
                long now = sums.getOrDefault(item.track(), 0L) * 31 + item.weight();
                sums.put(item.track(), now);
                (item.id() % every == 0 ? side : main).add(item.value(now));
            }
            return List.of(main, side);
        }

        @Override
        public String toString() {
            return "key by long, sum with every " + every + "th id to a side output";
        }
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.Broadcast;
import io.staunch.Stream;
import io.staunch.state.BroadcastState;
import io.staunch.state.MapState;
import io.staunch.testkit.simulation.world.Chance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes records on as they are, in sight of a table that another stream makes, or the same: how many records of each track have come, and a number that follows from that and from
 * the number before. Which table a record meets is another thing in each run. What should not happen is emitted: a table in which these don't belong together, or one that is older than
 * one that the key has met before.
 *
 * @param byKey whether records meet it by track, with state that remembers the table, else in whatever task they are
 */
record Ruled(boolean byKey) implements Operator {
    private static final long WRONG = -9_997;

    static Ruled byChance(Chance chance) {
        return new Ruled(chance.happens(0.6));
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        Broadcast<Long, Long> table = inputs.get(1).broadcast(name + "-table", Long.class, Long.class, Ruled::update);
        Stream<Item> in = inputs.get(0);
        return List.of(byKey ? keyed(name, in, table) : plain(name, in, table));
    }

    private static void update(Item item, MapState<Long, Long> table) {
        long track = item.track() * 2;
        Long count = table.get(track);
        Long number = table.get(track + 1);
        long next = count == null ? 1 : count + 1;
        table.put(track, next);
        table.put(track + 1, (number == null ? 0 : number) * 31 + next);
    }

    private static Stream<Item> plain(String name, Stream<Item> in, Broadcast<Long, Long> rules) {
        return in.connect(rules)
                .process(
                        name,
                        (states, table) -> (item, context) -> context.emit(right(table) ? item : item.value(WRONG)));
    }

    private static Stream<Item> keyed(String name, Stream<Item> in, Broadcast<Long, Long> rules) {
        return in.keyByLong(Item::track).connect(rules).process(name, (states, table) -> {
            MapState<Long, Long> before = states.map("met before", Long.class, Long.class);
            return (item, context) -> {
                boolean older = before.entries().entrySet().stream().anyMatch(met -> {
                    Long count = table.get(met.getKey());
                    return count == null || count < met.getValue();
                });
                boolean right = !older && right(table);
                table.entries().forEach((key, value) -> {
                    if (isCount(key)) {
                        before.put(key, value);
                    }
                });
                context.emit(right ? item : item.value(WRONG));
            };
        });
    }

    private static boolean right(BroadcastState<Long, Long> table) {
        return table.entries().entrySet().stream()
                .filter(entry -> isCount(entry.getKey()))
                .allMatch(entry -> follows(entry.getValue(), table.get(entry.getKey() + 1)));
    }

    private static boolean isCount(long key) {
        return key % 2 == 0;
    }

    private static boolean follows(long count, @Nullable Long number) {
        long expected = 0;
        for (long i = 1; i <= count; i++) {
            expected = expected * 31 + i;
        }
        return number != null && number == expected;
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        return List.of(inputs.get(0));
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public String toString() {
        return (byKey ? "key by track" : "in each task") + ", in sight of a table that is broadcast";
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.aggregate.Aggregates;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.window.Trigger;
import io.staunch.window.TumblingWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums of tumbling windows that are given also early, each time that so many records have come. When those of one window come before those of another is another thing in each
 * run, so each window is a track.
 *
 * @param size in milliseconds
 * @param records of a window that make it give a result
 */
record Early(long size, int records) implements Operator {
    private static final long WINDOWS = 10_000;
    private static final long SHARES = 1L << 40;

    static Early byChance(Chance chance) {
        return new Early(chance.between(50, 500), (int) chance.between(2, 5));
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        long length = size;
        return List.of(inputs.get(0)
                .keyByLong(Item::track)
                .window(TumblingWindows.of(Duration.ofMillis(size)))
                .trigger(Trigger.everyRecords(records))
                .aggregate(name, Aggregates.sum(Early::share))
                .map((window, track, sum) -> item(track, window.startMillis() / length, sum)));
    }

    /** So small that no sum of them is too large for a long. */
    private static long share(Item item) {
        return item.weight() % SHARES;
    }

    private static Item item(long track, long window, long sum) {
        return Item.of(track * WINDOWS + window % WINDOWS, (int) (window % WINDOWS), (int) (window % Item.KEYS), sum);
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        Map<Long, Map<Long, List<Item>>> windows = new TreeMap<>();
        for (Item item : inputs.get(0)) {
            windows.computeIfAbsent(item.track(), track -> new TreeMap<>())
                    .computeIfAbsent(EventTime.of(item) / size, window -> new ArrayList<>())
                    .add(item);
        }
        List<Item> out = new ArrayList<>();
        windows.forEach((track, ofTrack) -> ofTrack.forEach((window, items) -> results(track, window, items, out)));
        return List.of(out);
    }

    private void results(long track, long window, List<Item> items, List<Item> out) {
        long sum = 0;
        for (int i = 0; i < items.size(); i++) {
            sum += share(items.get(i));
            if ((i + 1) % records == 0) {
                out.add(item(track, window, sum));
            }
        }
        out.add(item(track, window, sum));
    }

    @Override
    public String toString() {
        return "key by track, tumbling windows of " + size + " ms, sum, also after every " + records + " records";
    }
}

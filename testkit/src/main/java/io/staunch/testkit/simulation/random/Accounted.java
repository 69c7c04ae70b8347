package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.WindowedStream;
import io.staunch.process.SideOutput;
import io.staunch.state.MapState;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.window.SessionWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Windows, or a join in windows, over items of which some come too late. Which do is another thing in each run; but each is counted in its window or
 * comes by the side output for late ones, never both and never neither. So what windows have counted is taken apart again, and goes on together with
 * what was late: each item must come exactly once, and one that can't have been late must not come from there.
 *
 * @param windows in which an item is in one only
 * @param latenessMs for how long they take late items after their end
 * @param joined whether two streams meet in them
 */
record Accounted(Windows windows, long latenessMs, boolean joined) implements Operator {
    private static final SideOutput<Item> LATE = SideOutput.named("late");
    private static final SideOutput<Item> LATE_RIGHT = SideOutput.named("late-right");
    private static final long WRONG = -9_995;
    private static final int LEFT = 0;
    private static final int RIGHT = 1;

    static Accounted windows(Chance chance) {
        boolean sessions = chance.happens(0.3);
        return new Accounted(
                windows(sessions, chance), !sessions && chance.happens(0.4) ? chance.between(1, 150) : 0, false);
    }

    static Accounted join(Chance chance) {
        return new Accounted(windows(chance.happens(0.3), chance), 0, true);
    }

    private static Windows windows(boolean sessions, Chance chance) {
        return sessions
                ? SessionWindows.withGap(Duration.ofMillis(chance.between(5, 60)))
                : TumblingWindows.of(Duration.ofMillis(chance.between(20, 200)));
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        Windows in = windows;
        if (!joined) {
            Stream<Item> counted = counted(name, inputs.get(0));
            return List.of(counted.union(late(in, counted.sideOutput(LATE), LEFT)));
        }
        Stream<Item> met = inputs.get(0)
                .keyByInt(Item::key)
                .join(inputs.get(1).keyByInt(Item::key))
                .window(windows)
                .lateTo(LATE, LATE_RIGHT)
                .coGroup(name, Item.class, Item.class, (window, key, lefts, rights, out) -> {
                    lefts.forEach(item -> out.emit(part(in, item, window.endMillis(), LEFT)));
                    rights.forEach(item -> out.emit(part(in, item, window.endMillis(), RIGHT)));
                });
        return List.of(met.union(late(in, met.sideOutput(LATE), LEFT), late(in, met.sideOutput(LATE_RIGHT), RIGHT)));
    }

    /** A window that a late item has changed gives its result again: so each result is less what the one before had, which is its beginning. */
    private Stream<Item> counted(String name, Stream<Item> in) {
        Windows of = windows;
        WindowedStream<Integer, Item> windowed =
                in.keyByInt(Item::key).window(windows).lateTo(LATE);
        if (latenessMs > 0) {
            windowed = windowed.allowedLateness(Duration.ofMillis(latenessMs));
        }
        return windowed.list(name, Item.class).process(states -> {
            MapState<Long, Integer> given = states.map("given", Long.class, Integer.class);
            return (window, items, context) -> {
                Integer before = given.get(window.startMillis());
                items.subList(before == null ? 0 : before, items.size())
                        .forEach(item -> context.emit(part(of, item, window.endMillis(), LEFT)));
                given.put(window.startMillis(), items.size());
            };
        });
    }

    private static Stream<Item> late(Windows in, Stream<Item> late, int side) {
        return late.flatMap((item, out) -> {
            Item part = part(in, item, end(in, item), side);
            out.emit(EventTime.isTardy(item) ? part : part.value(WRONG));
        });
    }

    /** An item as it goes on. When sessions end depends on which items were late. */
    private static Item part(Windows in, Item item, long end, int side) {
        return item.alone((in instanceof TumblingWindows ? end * 2 : 0) + side);
    }

    /** The end of the window that it belongs to; 0 for a session. */
    private static long end(Windows in, Item item) {
        if (!(in instanceof TumblingWindows tumbling)) {
            return 0;
        }
        long size = tumbling.size().toMillis();
        return (EventTime.withTardyOnes(item) / size + 1) * size;
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        List<Item> out = new ArrayList<>();
        for (int side = 0; side < inputs.size(); side++) {
            for (Item item : inputs.get(side)) {
                out.add(part(windows, item, end(windows, item), side));
            }
        }
        return List.of(out);
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public String toString() {
        return (joined ? "join by int key in " : "key by int, ") + windows + ", each counted or late"
                + (latenessMs == 0 ? "" : ", " + latenessMs + " ms of lateness");
    }
}

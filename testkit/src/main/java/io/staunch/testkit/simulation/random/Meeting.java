package io.staunch.testkit.simulation.random;

import io.staunch.Join;
import io.staunch.Stream;
import io.staunch.process.SideOutput;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins of two streams by the keys of their items, under which tracks meet in an order that is another one in each run: so each pair is on a track of its own, and what is made of a
 * whole window does not depend on the order of its items. No item is late, and side outputs for late ones stay empty.
 *
 * @param windows that the join is in; null for a join by an interval
 * @param before in milliseconds, of the interval; {@code after} likewise
 * @param form what is made of those that meet
 */
record Meeting(@Nullable Windows windows, long before, long after, Form form) implements Operator {
    private static final SideOutput<Item> LATE_LEFT = SideOutput.named("late-left");
    private static final SideOutput<Item> LATE_RIGHT = SideOutput.named("late-right");
    private static final int ENDS = 1_000;
    private static final long NOBODY = -1;

    /** So many bits are left of a track, so that later operators can make others of it. */
    private static final int SHORTER = 20;

    enum Form {
        PAIRS("pairs"),
        LEFT_OUTER("pairs, and lefts that stay alone"),
        GROUPS("groups");

        private final String text;

        Form(String text) {
            this.text = text;
        }
    }

    static Meeting byChance(Chance chance) {
        if (chance.happens(0.4)) {
            long before = chance.between(-20, 40);
            Form form = chance.happens(0.5) ? Form.PAIRS : Form.LEFT_OUTER;
            return new Meeting(null, before, Math.max(-before, chance.between(0, 40)), form);
        }
        Windows windows =
                switch (chance.oneOf(List.of(Windows.Kind.TUMBLING, Windows.Kind.SLIDING, Windows.Kind.SESSION))) {
                    case TUMBLING -> TumblingWindows.of(millis(chance.between(20, 80)));
                    case SLIDING -> {
                        Duration slide = millis(chance.between(10, 40));
                        yield SlidingWindows.of(slide.multipliedBy(chance.between(2, 3)))
                                .every(slide);
                    }
                    case SESSION, GLOBAL -> SessionWindows.withGap(millis(chance.between(5, 60)));
                };
        return new Meeting(windows, 0, 0, chance.oneOf(List.of(Form.values())));
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        Join<Integer, Item, Item> join =
                inputs.get(0).keyByInt(Item::key).join(inputs.get(1).keyByInt(Item::key));
        Stream<Item> main = windows == null ? near(join, name) : together(join, windows, name);
        return List.of(main, main.sideOutput(LATE_LEFT), main.sideOutput(LATE_RIGHT));
    }

    private Stream<Item> near(Join<Integer, Item, Item> join, String name) {
        var within = join.within(millis(before), millis(after)).lateTo(LATE_LEFT, LATE_RIGHT);
        return form == Form.PAIRS
                ? within.map(name, Item.class, Item.class, (left, right) -> pair(left, right))
                : within.leftMap(name, Item.class, Item.class, (left, right) -> pair(left, right));
    }

    private Stream<Item> together(Join<Integer, Item, Item> join, Windows in, String name) {
        var windowed = join.window(in).lateTo(LATE_LEFT, LATE_RIGHT);
        return switch (form) {
            case PAIRS -> windowed.map(name, Item.class, Item.class, (left, right) -> pair(left, right));
            case LEFT_OUTER -> windowed.leftMap(name, Item.class, Item.class, (left, right) -> pair(left, right));
            case GROUPS ->
                windowed.coGroup(
                        name,
                        Item.class,
                        Item.class,
                        (window, key, lefts, rights, out) -> out.emit(group(key, window.endMillis(), lefts, rights)));
        };
    }

    private static Item pair(Item left, @Nullable Item right) {
        long of = mixed(mixed(left) * 31 + (right == null ? NOBODY : mixed(right)));
        return Item.of(of >>> SHORTER, left.id(), left.key(), of);
    }

    private static Item group(int key, long end, List<Item> lefts, List<Item> rights) {
        return Item.of(key, (int) (end % ENDS), key, all(lefts) * 31 + all(rights));
    }

    private static long all(List<Item> items) {
        return items.stream().mapToLong(Meeting::mixed).sum();
    }

    /** Of two items that differ another one: so each part is mixed before the next one is added. */
    private static long mixed(Item item) {
        return mixed(mixed(mixed(item.track()) + item.id()) + item.value());
    }

    private static long mixed(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 32);
    }

    /** An item of one side or the other. */
    private record Side(boolean left, Item item) {
        long time() {
            return EventTime.of(item);
        }
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        Map<Integer, List<Side>> byKey = new TreeMap<>();
        for (int side = 0; side < 2; side++) {
            for (Item item : inputs.get(side)) {
                byKey.computeIfAbsent(item.key(), key -> new ArrayList<>()).add(new Side(side == 0, item));
            }
        }
        List<Item> out = new ArrayList<>();
        byKey.forEach((key, sides) -> {
            if (windows == null) {
                near(sides, out);
            } else {
                Windowed.byEnd(windows, sides, Side::time).forEach((end, inside) -> together(key, end, inside, out));
            }
        });
        return List.of(out, List.of(), List.of());
    }

    private void near(List<Side> sides, List<Item> out) {
        List<Item> rights = items(sides, false);
        for (Item left : items(sides, true)) {
            long time = EventTime.of(left);
            pairs(
                    left,
                    rights.stream()
                            .filter(right ->
                                    EventTime.of(right) >= time - before && EventTime.of(right) <= time + after)
                            .toList(),
                    out);
        }
    }

    private void together(int key, long end, List<Side> inside, List<Item> out) {
        if (form == Form.GROUPS) {
            out.add(group(key, end, items(inside, true), items(inside, false)));
            return;
        }
        List<Item> rights = items(inside, false);
        items(inside, true).forEach(left -> pairs(left, rights, out));
    }

    private void pairs(Item left, List<Item> rights, List<Item> out) {
        if (form == Form.LEFT_OUTER && rights.isEmpty()) {
            out.add(pair(left, null));
        }
        rights.forEach(right -> out.add(pair(left, right)));
    }

    private static List<Item> items(List<Side> sides, boolean left) {
        return sides.stream()
                .filter(side -> side.left() == left)
                .map(Side::item)
                .toList();
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public String toString() {
        return "join by int key, " + form.text + " "
                + (windows == null ? "from " + before + " ms before to " + after + " ms after" : "in " + windows);
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.WindowedStream;
import io.staunch.process.SideOutput;
import io.staunch.state.MapState;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.window.SlidingWindows;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sliding windows over items of which some come too late, for some of their windows or for all. Which do is another thing in each run; but each is counted in the last of its windows
 * and in all before it from one on, or comes by the side output for late ones, and one that can't have been late is in all of them. So each item goes on when its last window has counted it, or
 * from the side output, and each must come exactly once.
 *
 * @param size of the windows, in milliseconds; {@code slide} likewise
 * @param latenessMs for how long they take late items after their end
 */
record AccountedSliding(long size, long slide, long latenessMs) implements Operator {
    private static final SideOutput<Item> LATE = SideOutput.named("late");
    private static final long WRONG = -9_994;

    static AccountedSliding byChance(Chance chance) {
        long slide = chance.between(10, 80);
        // Where the slide divides the size panes are as long as slides, else shorter.
        long more = chance.happens(0.5) ? slide * chance.between(1, 5) : chance.between(1, 5 * slide);
        return new AccountedSliding(slide + more, slide, chance.happens(0.4) ? chance.between(1, 150) : 0);
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        WindowedStream<Integer, Item> windowed = inputs.get(0)
                .keyByInt(Item::key)
                .window(SlidingWindows.of(Duration.ofMillis(size)).every(Duration.ofMillis(slide)))
                .lateTo(LATE);
        if (latenessMs > 0) {
            windowed = windowed.allowedLateness(Duration.ofMillis(latenessMs));
        }
        AccountedSliding of = this;
        Stream<Item> counted = windowed.list(name, Item.class).process(states -> {
            MapState<Item, Long> ends = states.map("ends", Item.class, Long.class);
            return (window, items, context) -> {
                Set<Item> once = new HashSet<>();
                for (Item item : items) {
                    Long before = ends.get(item);
                    boolean again = before != null && before >= window.endMillis();
                    if (!once.add(item) || !of.follows(item, before, window.endMillis())) {
                        context.emit(item.value(WRONG));
                    }
                    if (!again) {
                        ends.put(item, window.endMillis());
                        if (window.endMillis() == of.last(item)) {
                            context.emit(of.part(item));
                        }
                    }
                }
            };
        });
        return List.of(counted.union(counted.sideOutput(LATE)
                .flatMap((item, out) -> out.emit(EventTime.isTardy(item) ? of.part(item) : item.value(WRONG)))));
    }

    /** Whether a window can be the next one of an item, or, where a late item changes what a window has given, one before. */
    private boolean follows(Item item, @Nullable Long before, long end) {
        if (before == null) {
            return EventTime.isTardy(item) || end == first(item);
        }
        return end == before + slide || (latenessMs > 0 && end <= before);
    }

    /** The ends of its windows. */
    private long last(Item item) {
        return EventTime.withTardyOnes(item) / slide * slide + size;
    }

    private long first(Item item) {
        long end = last(item);
        while (end - slide > EventTime.withTardyOnes(item)) {
            end -= slide;
        }
        return end;
    }

    private Item part(Item item) {
        return item.alone(last(item));
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        return List.of(inputs.get(0).stream().map(this::part).toList());
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public String toString() {
        return "key by int, sliding windows of " + size + " ms every " + slide + " ms, each from one window on or late"
                + (latenessMs == 0 ? "" : ", " + latenessMs + " ms of lateness");
    }
}

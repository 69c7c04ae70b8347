package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.WindowedStream;
import io.staunch.aggregate.Aggregates;
import io.staunch.process.SideOutput;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Windows over the event time of items, and the same computed by looking at all items of a key at once.
 *
 * @param windows by milliseconds only
 * @param measure what is computed of the items of a window
 * @param byKey whether items are distributed by track and key, else by track alone
 * @param latenessMs for how long windows would take late items after their end, and then give them to a side output; 0 for neither. None is late: it changes nothing
 */
record Windowed(Windows windows, Measure measure, boolean byKey, long latenessMs) implements Operator {
    private static final int ENDS = 1_000;
    private static final SideOutput<Item> LATE = SideOutput.named("late");

    static Windowed byChance(Chance chance) {
        Windows windows =
                switch (chance.oneOf(List.of(Windows.Kind.TUMBLING, Windows.Kind.SLIDING, Windows.Kind.SESSION))) {
                    case TUMBLING -> TumblingWindows.of(millis(chance.between(20, 500)));
                    case SLIDING -> {
                        long slide = chance.between(10, 100);
                        // Where the slide divides the size panes are as long as slides, else shorter.
                        long more = chance.happens(0.5) ? slide * chance.between(1, 9) : chance.between(1, 9 * slide);
                        yield SlidingWindows.of(millis(slide + more)).every(millis(slide));
                    }
                    case SESSION, GLOBAL -> SessionWindows.withGap(millis(chance.between(5, 200)));
                };
        return new Windowed(windows, chance.oneOf(List.of(Measure.values())), chance.happens(0.5), 0);
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    Windowed lateness(long millis) {
        return new Windowed(windows, measure, byKey, millis);
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        boolean refines = byKey;
        WindowedStream<Long, Item> windowed = inputs.get(0)
                .keyByLong(item -> refines ? Item.refined(item.track(), item.key()) : item.track())
                .window(windows);
        if (latenessMs == 0) {
            return List.of(measure.of(windowed, name));
        }
        Stream<Item> results =
                measure.of(windowed.allowedLateness(millis(latenessMs)).lateTo(LATE), name);
        return List.of(results, results.sideOutput(LATE));
    }

    private static Item item(long track, long end, long value) {
        return Item.of(track, (int) (end % ENDS), (int) (end % Item.KEYS), value);
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        Map<Long, List<Item>> byTrack = new TreeMap<>();
        for (Item item : inputs.get(0)) {
            long track = byKey ? Item.refined(item.track(), item.key()) : item.track();
            byTrack.computeIfAbsent(track, t -> new ArrayList<>()).add(item);
        }
        List<Item> out = new ArrayList<>();
        byTrack.forEach((track, items) -> {
            byEnd(windows, items, EventTime::of)
                    .forEach((end, inside) -> out.add(item(track, end, measure.plain(inside))));
        });
        return latenessMs == 0 ? List.of(out) : List.of(out, List.of());
    }

    /** What is in each window, by the window's end. */
    static <T> Map<Long, List<T>> byEnd(Windows windows, List<T> items, ToLongFunction<T> time) {
        return windows instanceof SessionWindows sessions
                ? sessions(items, time, sessions.gap().toMillis())
                : aligned(windows, items, time);
    }

    private static <T> Map<Long, List<T>> aligned(Windows windows, List<T> items, ToLongFunction<T> timeOf) {
        boolean sliding = windows.kind() == Windows.Kind.SLIDING;
        long size = (sliding ? ((SlidingWindows) windows).size() : ((TumblingWindows) windows).size()).toMillis();
        long slide = sliding ? ((SlidingWindows) windows).slide().toMillis() : size;
        Map<Long, List<T>> byEnd = new TreeMap<>();
        for (T item : items) {
            long time = timeOf.applyAsLong(item);
            for (long start = time / slide * slide; start > time - size; start -= slide) {
                byEnd.computeIfAbsent(start + size, e -> new ArrayList<>()).add(item);
            }
        }
        return byEnd;
    }

    private static <T> Map<Long, List<T>> sessions(List<T> items, ToLongFunction<T> time, long gap) {
        Map<Long, List<T>> byEnd = new TreeMap<>();
        List<T> session = new ArrayList<>();
        long end = Long.MIN_VALUE;
        for (T item : items.stream().sorted(Comparator.comparingLong(time)).toList()) {
            if (!session.isEmpty() && time.applyAsLong(item) >= end) {
                byEnd.put(end, session);
                session = new ArrayList<>();
            }
            session.add(item);
            end = time.applyAsLong(item) + gap;
        }
        byEnd.put(end, session);
        return byEnd;
    }

    @Override
    public boolean repeatable() {
        return latenessMs == 0;
    }

    @Override
    public String toString() {
        return "key by " + (byKey ? "track and key" : "track") + ", " + windows + ", " + measure.text()
                + (latenessMs == 0 ? "" : ", " + latenessMs + " ms late");
    }

    /** What is computed of the items of a window; the order in which they came does not matter. */
    enum Measure {
        /** From which parts can be taken out again. */
        SUM("sum") {
            @Override
            Stream<Item> of(WindowedStream<Long, Item> windowed, String name) {
                return windowed.aggregate(name, Aggregates.sum(Measure::share))
                        .map((window, track, sum) -> item(track, window.endMillis(), sum));
            }

            @Override
            long plain(List<Item> items) {
                return items.stream().mapToLong(Measure::share).sum();
            }
        },
        DISTINCT("distinct ids") {
            @Override
            Stream<Item> of(WindowedStream<Long, Item> windowed, String name) {
                return windowed.aggregate(name, Aggregates.distinctCount(Integer.class, Item::id))
                        .map((window, track, count) -> item(track, window.endMillis(), count));
            }

            @Override
            long plain(List<Item> items) {
                return items.stream().mapToInt(Item::id).distinct().count();
            }
        },
        /** Which keeps all items. */
        LIST("list") {
            @Override
            Stream<Item> of(WindowedStream<Long, Item> windowed, String name) {
                return windowed.list(name, Item.class)
                        .map((window, track, items) -> item(track, window.endMillis(), plain(items)));
            }

            @Override
            long plain(List<Item> items) {
                long hash = 0;
                for (long share :
                        items.stream().mapToLong(Measure::share).sorted().toArray()) {
                    hash = hash * 31 + share;
                }
                return hash;
            }
        },
        /** Which panes can only be merged for. */
        GREATEST("greatest") {
            @Override
            Stream<Item> of(WindowedStream<Long, Item> windowed, String name) {
                return windowed.aggregate(name, Aggregates.max(Long.class, Measure::share))
                        .map((window, track, greatest) -> item(track, window.endMillis(), greatest));
            }

            @Override
            long plain(List<Item> items) {
                return items.stream().mapToLong(Measure::share).max().orElseThrow();
            }
        },
        /** In an accumulator that is changed in place, by functions that know nothing of it. */
        FOLD("fold in place") {
            @Override
            Stream<Item> of(WindowedStream<Long, Item> windowed, String name) {
                return windowed.fold(
                                name,
                                Total.class,
                                () -> new Total(new long[1]),
                                (total, item) -> total.add(share(item)),
                                (left, right) -> left.add(right.sum()[0]))
                        .map((window, track, total) -> item(track, window.endMillis(), total.sum()[0]));
            }

            @Override
            long plain(List<Item> items) {
                return items.stream().mapToLong(Measure::share).sum();
            }
        },
        /** With a function over results, whose state outlives windows: it looks that they come in the order of their ends. */
        PROCESS("sum if no later window has come before") {
            @Override
            Stream<Item> of(WindowedStream<Long, Item> windowed, String name) {
                return windowed.aggregate(name, Aggregates.sum(Measure::share)).process(states -> {
                    var ends = states.value("ends", Long.class);
                    return (window, sum, context) -> {
                        long before = ends.orElse(Long.MIN_VALUE);
                        ends.set(window.endMillis());
                        long value = window.endMillis() > before ? sum : -1;
                        context.emit(item(context.key(), window.endMillis(), value));
                    };
                });
            }

            @Override
            long plain(List<Item> items) {
                return items.stream().mapToLong(Measure::share).sum();
            }
        };

        private static final int SHARES = 1 << 20;
        private final String text;

        Measure(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        abstract Stream<Item> of(WindowedStream<Long, Item> windowed, String name);

        abstract long plain(List<Item> items);

        /** A number that tells items apart, and of which sums stay small. */
        private static long share(Item item) {
            return Math.floorMod(((item.track() * 31 + item.weight()) * 0x9E3779B97F4A7C15L) >>> 32, SHARES);
        }

        /** Changed in place. */
        record Total(long[] sum) {
            Total add(long more) {
                sum[0] += more;
                return this;
            }
        }
    }
}

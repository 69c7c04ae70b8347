package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.WindowedStream;
import io.staunch.aggregate.Aggregates;
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

/**
 * Windows over the event time of items, and the same computed by looking at all items of a key at once.
 *
 * @param windows by milliseconds only
 * @param measure what is computed of the items of a window
 * @param byKey whether items are distributed by track and key, else by track alone
 */
record Windowed(Windows windows, Measure measure, boolean byKey) implements Operator {
    private static final int ENDS = 1_000;

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
        return new Windowed(windows, chance.oneOf(List.of(Measure.values())), chance.happens(0.5));
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        boolean refines = byKey;
        WindowedStream<Long, Item> windowed = inputs.get(0)
                .keyByLong(item -> refines ? Item.refined(item.track(), item.key()) : item.track())
                .window(windows);
        return List.of(measure.of(windowed, name));
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
            Map<Long, List<Item>> byEnd = windows instanceof SessionWindows sessions
                    ? sessions(items, sessions.gap().toMillis())
                    : aligned(items);
            byEnd.forEach((end, inside) -> out.add(item(track, end, measure.plain(inside))));
        });
        return List.of(out);
    }

    private Map<Long, List<Item>> aligned(List<Item> items) {
        boolean sliding = windows.kind() == Windows.Kind.SLIDING;
        long size = (sliding ? ((SlidingWindows) windows).size() : ((TumblingWindows) windows).size()).toMillis();
        long slide = sliding ? ((SlidingWindows) windows).slide().toMillis() : size;
        Map<Long, List<Item>> byEnd = new TreeMap<>();
        for (Item item : items) {
            long time = EventTime.of(item);
            for (long start = time / slide * slide; start > time - size; start -= slide) {
                byEnd.computeIfAbsent(start + size, e -> new ArrayList<>()).add(item);
            }
        }
        return byEnd;
    }

    private static Map<Long, List<Item>> sessions(List<Item> items, long gap) {
        Map<Long, List<Item>> byEnd = new TreeMap<>();
        List<Item> session = new ArrayList<>();
        long end = Long.MIN_VALUE;
        for (Item item :
                items.stream().sorted(Comparator.comparingLong(EventTime::of)).toList()) {
            if (!session.isEmpty() && EventTime.of(item) >= end) {
                byEnd.put(end, session);
                session = new ArrayList<>();
            }
            session.add(item);
            end = EventTime.of(item) + gap;
        }
        byEnd.put(end, session);
        return byEnd;
    }

    @Override
    public String toString() {
        return "key by " + (byKey ? "track and key" : "track") + ", " + windows + ", " + measure.text();
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

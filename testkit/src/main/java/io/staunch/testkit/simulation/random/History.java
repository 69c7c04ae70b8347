package io.staunch.testkit.simulation.random;

import io.staunch.KeyedStream;
import io.staunch.Stream;
import io.staunch.function.Aggregate;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Operations that give each record a value made of all before it with the same key; each by another kind of state. */
enum History {
    FOLD {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.fold(name, Trail.NONE, Trail::plus).map((key, trail) -> trail.item(keying));
        }
    },
    FOLD_IN_PLACE {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.fold(
                            name,
                            Trail.InPlace.class,
                            Trail.InPlace::none,
                            (trail, item) -> trail.add(item, keying.track(item)))
                    .map((key, trail) -> trail.item());
        }
    },
    AGGREGATE {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.aggregate(name, new Aggregated(keying)).map((key, item) -> item);
        }
    },
    VALUE {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.process(name, states -> {
                ValueState<Trail> value = states.value("trail", Trail.class);
                return (item, context) -> {
                    Trail next = value.orElse(Trail.NONE).plus(item);
                    value.set(next);
                    context.emit(next.item(keying));
                };
            });
        }
    },
    VALUE_IN_PLACE {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.process(name, states -> {
                ValueState<Trail.InPlace> value = states.value("trail", Trail.InPlace.class);
                return (item, context) -> {
                    Trail.InPlace trail = value.orNull();
                    if (trail == null) {
                        trail = Trail.InPlace.none();
                        value.set(trail);
                    }
                    context.emit(trail.add(item, keying.track(item)).item());
                };
            });
        }
    },
    REDUCE {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.reduce(name, Item.class, (before, item) -> item.value(before.value() * 31 + item.weight()))
                    .map((key, item) -> Item.of(keying.track(item), item.id(), item.key(), item.value()));
        }

        @Override
        ToLongFunction<Item> plain() {
            long[] sum = {0, 0};
            return item -> {
                sum[0] = sum[1]++ == 0 ? item.value() : sum[0] * 31 + item.weight();
                return sum[0];
            };
        }
    },
    /** The last few, of which the list is cleared when it is full. */
    LIST {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.process(name, states -> {
                ListState<Long> list = states.list("weights", Long.class);
                return (item, context) -> {
                    if (list.get().size() == FULL) {
                        list.clear();
                    }
                    list.add(item.weight());
                    context.emit(Item.of(keying.track(item), item.id(), item.key(), hash(list.get())));
                };
            });
        }

        @Override
        ToLongFunction<Item> plain() {
            List<Long> list = new ArrayList<>();
            return item -> {
                if (list.size() == FULL) {
                    list.clear();
                }
                list.add(item.weight());
                return hash(list);
            };
        }
    },
    /** A sum for each of some texts; now and then one is removed. */
    MAP {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.process(name, states -> {
                MapState<String, Long> map = states.map("sums", String.class, Long.class);
                return (item, context) -> {
                    Long before = map.get(item.text());
                    long sum = (before == null ? 0 : before * 31) + item.weight();
                    if (sum % REMOVED == 0) {
                        map.remove(item.text());
                    } else {
                        map.put(item.text(), sum);
                    }
                    long entries = map.entries().size();
                    context.emit(Item.of(keying.track(item), item.id(), item.key(), sum * 7 + entries));
                };
            });
        }

        @Override
        ToLongFunction<Item> plain() {
            Map<String, Long> map = new HashMap<>();
            return item -> {
                Long before = map.get(item.text());
                long sum = (before == null ? 0 : before * 31) + item.weight();
                if (sum % REMOVED == 0) {
                    map.remove(item.text());
                } else {
                    map.put(item.text(), sum);
                }
                return sum * 7 + map.size();
            };
        }
    },
    /** A sum that begins anew now and then. */
    REDUCING {
        @Override
        <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying) {
            return keyed.process(name, states -> {
                ReducingState<Long> sum = states.reducing("sum", Long.class, Long::sum);
                return (item, context) -> {
                    sum.add(item.weight());
                    long value = sum.get().orElseThrow();
                    context.emit(Item.of(keying.track(item), item.id(), item.key(), value));
                    if (value % REMOVED == 0) {
                        sum.clear();
                    }
                };
            });
        }

        @Override
        ToLongFunction<Item> plain() {
            long[] sum = {0};
            return item -> {
                sum[0] += item.weight();
                long value = sum[0];
                sum[0] = value % REMOVED == 0 ? 0 : value;
                return value;
            };
        }
    };

    private static final int FULL = 5;
    private static final int REMOVED = 7;

    abstract <K> Stream<Item> of(KeyedStream<K, Item> keyed, String name, Keying keying);

    /** The value of each record of one key, in order, computed plainly. */
    ToLongFunction<Item> plain() {
        long[] sum = {0};
        return item -> sum[0] = sum[0] * 31 + item.weight();
    }

    /** Keyed so and then so. */
    Operator keyed(Keying keying) {
        return new OneToOne(
                "key by " + words(keying) + ", " + words(this),
                (name, in) -> of(keying.of(in), name, keying),
                plain(keying, this::plain));
    }

    /** The same values with every record kept for some time, by timers of that kind. */
    static Operator heldBack(Timer.Kind by, Keying keying) {
        return new OneToOne(
                "key by " + words(keying) + ", held back by timers of " + words(by),
                (name, in) -> heldBack(by, keying, keying.of(in), name),
                plain(keying, FOLD::plain));
    }

    private static <K> Stream<Item> heldBack(Timer.Kind by, Keying keying, KeyedStream<K, Item> keyed, String name) {
        return keyed.process(name, states -> new HeldBack<>(by, keying, states));
    }

    private static OneToOne.Plain plain(Keying keying, Supplier<ToLongFunction<Item>> ofTrack) {
        return () -> {
            Map<Long, ToLongFunction<Item>> histories = new HashMap<>();
            return (item, out) -> {
                long track = keying.track(item);
                long value =
                        histories.computeIfAbsent(track, t -> ofTrack.get()).applyAsLong(item);
                out.accept(Item.of(track, item.id(), item.key(), value));
            };
        };
    }

    private static String words(Enum<?> of) {
        return of.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static long hash(List<Long> weights) {
        long hash = 0;
        for (long weight : weights) {
            hash = hash * 31 + weight;
        }
        return hash;
    }

    /** A trail that is changed in place. */
    private record Aggregated(Keying keying) implements Aggregate<Item, Trail.InPlace, Item> {
        @Override
        public Trail.InPlace create() {
            return Trail.InPlace.none();
        }

        @Override
        public Trail.InPlace add(Trail.InPlace trail, Item item) {
            return trail.add(item, keying.track(item));
        }

        @Override
        public Trail.InPlace merge(Trail.InPlace left, Trail.InPlace right) {
            throw new UnsupportedOperationException("a trail has an order");
        }

        @Override
        public Item result(Trail.InPlace trail) {
            return trail.item();
        }

        @Override
        public Class<Trail.InPlace> accumulatorType() {
            return Trail.InPlace.class;
        }
    }
}

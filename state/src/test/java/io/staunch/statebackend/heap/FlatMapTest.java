package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.MapState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.StateType;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Maps of rows against a linked hash map, whose order and bytes they have. */
class FlatMapTest {
    private static final KeyGroupRange ALL = new KeyGroupRange(0, 7);

    record Sum(long count, double sum) {}

    /** A map state of one key. */
    private static final class Made {
        final HeapKeyedBackend backend = new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, 8, ALL);
        final MapState<Long, Sum> map = backend.map("map", Long.class, StateType.of(Sum.class));

        void select() {
            backend.select(KeyHash.of(1L), null);
        }
    }

    private static MapLayout layout() {
        return MapLayout.of(new StateDescriptor("map", StateKind.MAP, List.of(Long.class, Sum.class)));
    }

    /** What windows do: append, change the last, look anywhere, take out the first; and sometimes what breaks the order. */
    @Test
    void atRandomTheyAreWhatALinkedHashMapIs() {
        int flatAtTheEnd = 0;
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            int disorder = seed % 4 == 0 ? 20 : 0;
            Map<Long, Sum> model = new LinkedHashMap<>();
            Map<Object, Object> map = layout().empty();
            long next = random.nextLong() >> 4;
            for (int i = 0; i < 300; i++) {
                List<Long> keys = new ArrayList<>(model.keySet());
                long some = keys.isEmpty() || random.nextInt(5) == 0
                        ? next + random.nextInt(100) - 50
                        : keys.get(random.nextInt(keys.size()));
                Sum sum = new Sum(random.nextLong(), random.nextGaussian());
                switch (random.nextInt(6)) {
                    case 0, 1 -> {
                        next += 1 + random.nextInt(1_000);
                        map = put(map, model, next, sum);
                    }
                    case 2 -> {
                        if (model.containsKey(some) || random.nextInt(100) < disorder) {
                            map = put(map, model, some, sum);
                        }
                    }
                    case 3 -> assertThat(map.remove(some)).isEqualTo(model.remove(some));
                    case 4 -> {
                        if (!keys.isEmpty()) {
                            map.remove(keys.get(0));
                            model.remove(keys.get(0));
                        }
                    }
                    default -> {
                        assertThat(map.get(some)).isEqualTo(model.get(some));
                        assertThat(map.containsKey(some)).isEqualTo(model.containsKey(some));
                    }
                }
                assertThat(map).hasSize(model.size());
            }
            assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
            sameBytes(map, model);
            flatAtTheEnd += map instanceof FlatMap ? 1 : 0;
        }
        assertThat(flatAtTheEnd).isBetween(300, 399);
    }

    private static Map<Object, Object> put(Map<Object, Object> map, Map<Long, Sum> model, long key, Sum sum) {
        model.put(key, sum);
        return MapLayout.put(map, key, sum);
    }

    private static void sameBytes(Map<?, ?> map, Map<?, ?> model) {
        var codec = new ElementsCodec.OfMap(codec(Long.class), codec(Sum.class), layout());
        var bytes = new BytesOut();
        codec.write(bytes, map);
        var expected = new BytesOut();
        codec.write(expected, model);
        assertThat(bytes.toBytes()).isEqualTo(expected.toBytes());
        Map<Object, Object> read = codec.read(new BytesIn(bytes.toBytes()));
        assertThat(new ArrayList<>(read.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
    }

    @SuppressWarnings("unchecked") // for values of that class
    private static Codec<Object> codec(Class<?> type) {
        return (Codec<Object>) (Codec<?>) Codecs.of(type);
    }

    @Test
    void aStateKeepsItsEntriesWhereverTheirKeysStandAndOverARestore() {
        var made = new Made();
        made.select();
        made.map.put(10L, new Sum(1, 1));
        made.map.put(20L, new Sum(2, 2));
        made.map.put(10L, new Sum(3, 3));
        made.map.put(5L, new Sum(4, 4));
        made.map.remove(20L);
        assertThat(made.map.entries().keySet()).containsExactly(10L, 5L);
        var chain = new CaptureChain();
        chain.add(CaptureChain.capture(made.backend, Extent.WHOLE));
        var restored = new Made();
        chain.restore(restored.backend, ALL);
        restored.select();
        assertThat(restored.map.entries()).containsExactly(Map.entry(10L, new Sum(3, 3)), Map.entry(5L, new Sum(4, 4)));
        restored.map.remove(10L);
        restored.map.remove(5L);
        assertThat(restored.map.entries()).isEmpty();
    }

    @Test
    void whoChangesAMapWhileLookingThroughItIsTold() {
        var made = new Made();
        made.select();
        made.map.put(1L, new Sum(1, 1));
        made.map.put(2L, new Sum(2, 2));
        assertThatThrownBy(() -> {
                    for (Long key : made.map.entries().keySet()) {
                        made.map.remove(key);
                    }
                })
                .isInstanceOf(ConcurrentModificationException.class);
    }

    /** Or each of many thousand that go would move thousands of others. */
    @Test
    void aMapOfManyIsHashedWhenOneOfThemGoesFromItsInside() {
        var made = new Made();
        made.select();
        Map<Long, Sum> model = new LinkedHashMap<>();
        Map<Object, Object> map = layout().empty();
        for (long key = 0; key < 1_000; key++) {
            map = put(map, model, key, new Sum(key, 1));
            made.map.put(key, new Sum(key, 1));
        }
        for (long key : new long[] {0, 3, 40, 64, 999, 950, 935}) {
            map = MapLayout.remove(map, key);
        }
        assertThat(map).isInstanceOf(FlatMap.class);
        Iterator<Map.Entry<Object, Object>> through = map.entrySet().iterator();
        assertThat(MapLayout.remove(map, 500L)).isNotInstanceOf(FlatMap.class).hasSize(992);
        assertThatThrownBy(through::next).isInstanceOf(ConcurrentModificationException.class);
        for (long key : new long[] {0, 3, 40, 64, 999, 950, 935, 500, 501, 64}) {
            model.remove(key);
            made.map.remove(key);
        }
        assertThat(new ArrayList<>(made.map.entries().entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
        var chain = new CaptureChain();
        chain.add(CaptureChain.capture(made.backend, Extent.WHOLE));
        var restored = new Made();
        chain.restore(restored.backend, ALL);
        restored.select();
        assertThat(new ArrayList<>(restored.map.entries().entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
    }
}

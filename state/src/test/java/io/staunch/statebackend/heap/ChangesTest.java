package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is captured as changes, on top of a whole capture, gives what was there: for every kind of key and state. */
class ChangesTest {
    private static final int GROUPS = 16;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);

    record Point(int x, long y) {}

    record Name(String text) {}

    /** A value that can be changed in place, as no record of immutables can. */
    record Box(int[] content) {}

    enum KeyKind {
        LONG(KeySelector.Kind.LONG, long.class),
        STRING(KeySelector.Kind.OBJECT, String.class);

        private final KeySelector.Kind kind;
        private final Class<?> type;

        KeyKind(KeySelector.Kind kind, Class<?> type) {
            this.kind = kind;
            this.type = type;
        }

        HeapKeyedBackend backend() {
            return new HeapKeyedBackend(kind, type, GROUPS, ALL);
        }

        void select(HeapKeyedBackend backend, long number) {
            if (this == LONG) {
                backend.select(KeyHash.of(number), null);
            } else {
                String key = "k" + number;
                backend.select(KeyHash.of(key), key);
            }
        }
    }

    /** One backend with a state of every kind. */
    private static final class Subject {
        final KeyKind keys;
        final HeapKeyedBackend backend;
        final ValueState<Point> flat;
        final ValueState<Name> object;
        final ValueState<Box> mutable;
        final ListState<String> list;
        final MapState<Integer, Long> map;
        final ReducingState<Long> sum;

        Subject(KeyKind keys) {
            this.keys = keys;
            backend = keys.backend();
            flat = backend.value("flat", Point.class);
            object = backend.value("object", Name.class);
            mutable = backend.value("mutable", Box.class);
            list = backend.list("list", String.class);
            map = backend.map("map", Integer.class, Long.class);
            sum = backend.reducing("sum", Long.class, Long::sum);
        }

        void change(Random random, long key) {
            keys.select(backend, key);
            int n = random.nextInt(1000);
            switch (random.nextInt(12)) {
                case 0 -> flat.set(new Point(n, key));
                case 1 -> flat.clear();
                case 2 -> object.set(new Name("n" + n));
                case 3 -> object.clear();
                case 4 -> mutable.set(new Box(new int[] {n}));
                case 5 -> mutable.get().ifPresent(box -> box.content()[0]++);
                case 6 -> list.add("e" + n);
                case 7 -> list.clear();
                case 8 -> map.put(n % 3, (long) n);
                case 9 -> map.remove(n % 3);
                case 10 -> sum.add((long) n);
                default -> sum.clear();
            }
        }

        Map<Long, String> content(int keyCount) {
            Map<Long, String> all = new TreeMap<>();
            for (long key = 0; key < keyCount; key++) {
                keys.select(backend, key);
                String box = mutable.get().map(b -> "" + b.content()[0]).orElse("-");
                all.put(
                        key,
                        flat.orNull() + " " + object.orNull() + " " + box + " " + list.get() + " " + map.entries() + " "
                                + sum.orNull());
            }
            return all;
        }

        static Subject restored(KeyKind keys, List<ByteBuffer> chunks) {
            var subject = new Subject(keys);
            chunks.forEach(chunk -> subject.backend.restore(bytes(chunk), ALL));
            return subject;
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void aWholeCaptureAndItsChangesGiveWhatWasThere(KeyKind keys) {
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            int keyCount = 1 + random.nextInt(400);
            var subject = new Subject(keys);
            List<ByteBuffer> chunks = new ArrayList<>();
            for (int checkpoint = 0; checkpoint < 12; checkpoint++) {
                int changes = random.nextInt(2 * keyCount);
                for (int i = 0; i < changes; i++) {
                    subject.change(random, random.nextInt(keyCount));
                }
                Captured captured = subject.backend.capture(random.nextInt(6) == 0 ? Extent.WHOLE : Extent.CHANGES);
                if (captured.extent() == Extent.WHOLE) {
                    chunks.clear();
                }
                chunks.addAll(captured.chunks());
                Map<Long, String> there = subject.content(keyCount);
                assertThat(Subject.restored(keys, chunks).content(keyCount))
                        .as("seed %d, checkpoint %d", seed, checkpoint)
                        .isEqualTo(there);
            }
        }
    }

    @Test
    void theFirstCaptureIsOfEverythingWhateverIsWanted() {
        var subject = new Subject(KeyKind.LONG);
        subject.keys.select(subject.backend, 1);
        subject.flat.set(new Point(1, 2));
        assertThat(subject.backend.capture(Extent.CHANGES).extent()).isEqualTo(Extent.WHOLE);
        assertThat(subject.backend.capture(Extent.CHANGES)).isEqualTo(new Captured(Extent.CHANGES, List.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000})
    void changesAreAsLongAsWhatWasChanged(int keyCount) {
        var backend = KeyKind.LONG.backend();
        ValueState<Point> state = backend.value("flat", Point.class);
        for (long key = 0; key < keyCount; key++) {
            KeyKind.LONG.select(backend, key);
            state.set(new Point(1, 1));
        }
        long whole = length(backend.capture(Extent.WHOLE));
        for (long key = 0; key < keyCount; key += 100) {
            KeyKind.LONG.select(backend, key);
            state.set(new Point(2, 2));
        }
        Captured changes = backend.capture(Extent.CHANGES);
        assertThat(changes.extent()).isEqualTo(Extent.CHANGES);
        assertThat(length(changes)).isLessThan(whole / 10);
    }

    @Test
    void whenChangesAreAsLongAsEverythingEverythingIsCaptured() {
        var backend = KeyKind.LONG.backend();
        ValueState<Point> state = backend.value("flat", Point.class);
        Map<Extent, Integer> seen = new HashMap<>();
        long written = 0;
        long whole = 0;
        for (int checkpoint = 0; checkpoint < 40; checkpoint++) {
            for (long key = 0; key < 20_000; key++) {
                KeyKind.LONG.select(backend, key);
                state.set(new Point(checkpoint, key));
            }
            Captured captured = backend.capture(Extent.CHANGES);
            seen.merge(captured.extent(), 1, Integer::sum);
            written = captured.extent() == Extent.WHOLE ? 0 : written + length(captured);
            whole = captured.extent() == Extent.WHOLE ? length(captured) : whole;
            assertThat(written).isLessThanOrEqualTo(2 * whole + whole / 2);
        }
        assertThat(seen.get(Extent.WHOLE)).isGreaterThan(5);
    }

    @Test
    void keysThatComeAndGoDoNotFillTheMemory() {
        var backend = KeyKind.STRING.backend();
        ValueState<Name> state = backend.value("object", Name.class);
        backend.capture(Extent.WHOLE);
        for (long key = 0; key < 100_000; key++) {
            KeyKind.STRING.select(backend, key);
            state.set(new Name("there"));
            state.clear();
        }
        assertThat(backend.capture(Extent.CHANGES).extent()).isEqualTo(Extent.WHOLE);
    }

    private static long length(Captured captured) {
        return captured.chunks().stream().mapToLong(ByteBuffer::remaining).sum();
    }
}

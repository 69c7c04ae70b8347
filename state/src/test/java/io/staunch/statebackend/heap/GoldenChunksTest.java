package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.backend.KeyedTimers;
import io.staunch.error.StaunchException;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import io.staunch.testkit.golden.GoldenFiles;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Chunks of every format that was ever written are read; those of today's format are written as they always were. */
class GoldenChunksTest {
    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);

    record Point(int x, double y) {}

    record Name(String text, List<Long> numbers) {}

    /** Keyed state of every kind, under string keys. */
    private static final class States {
        final HeapKeyedBackend backend = new HeapKeyedBackend(KeySelector.Kind.OBJECT, String.class, 128, ALL);
        final ValueState<Point> flat = backend.value("flat", Point.class);
        final ValueState<Name> object = backend.value("object", Name.class);
        final ListState<String> list = backend.list("list", String.class);
        final MapState<String, Long> map = backend.map("map", String.class, Long.class);
        final ReducingState<Long> sum = backend.reducing("sum", Long.class, Long::sum);

        void select(String key) {
            backend.select(KeyHash.of(key), key);
        }

        byte[] capture(Extent extent) {
            List<ByteBuffer> chunks = CaptureChain.capture(backend, extent).chunks();
            assertThat(chunks).hasSize(1);
            return bytes(chunks.get(0));
        }

        void fill() {
            select("JFK");
            flat.set(new Point(-7, 0.5));
            object.set(new Name("Kennedy", List.of(1L, -1L)));
            list.add("a");
            list.add("b");
            select("LAX");
            flat.set(new Point(Integer.MAX_VALUE, Double.NaN));
            map.put("k", 3L);
            sum.add(Long.MIN_VALUE);
        }

        void change() {
            select("JFK");
            flat.set(new Point(8, -0.0));
            list.add("c");
            select("LAX");
            map.clear();
            select("SFO");
            sum.add(1L);
        }

        String content(String key) {
            select(key);
            return flat.orNull() + " " + object.orNull() + " " + list.get() + " " + map.entries() + " " + sum.orNull();
        }
    }

    private static byte[] bytes(ByteBuffer chunk) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.duplicate().get(bytes);
        return bytes;
    }

    private static byte[] golden(String name, byte[] today) {
        return GoldenFiles.read(GoldenChunksTest.class, name, () -> today);
    }

    /** What was released is never written again. */
    private static byte[] released(String name) {
        return GoldenFiles.read(GoldenChunksTest.class, name, () -> {
            throw new AssertionError("golden file " + name + " was released and can't be made again");
        });
    }

    @Test
    void keyedChunksOfFormat1AreRead() {
        checkRead(released("v1/keyed-whole.bin"), released("v1/keyed-changes.bin"));
    }

    @Test
    void keyedChunksOfFormat2AreReadAndWritten() {
        var today = new States();
        today.fill();
        byte[] whole = today.capture(Extent.WHOLE);
        today.change();
        byte[] changes = today.capture(Extent.CHANGES);
        byte[] goldenWhole = golden("v2/keyed-whole.bin", whole);
        byte[] goldenChanges = golden("v2/keyed-changes.bin", changes);
        checkRead(goldenWhole, goldenChanges);
        assertThat(whole).isEqualTo(goldenWhole);
        assertThat(changes).isEqualTo(goldenChanges);
    }

    @Test
    void timersOfFormat2AreReadAndWritten() {
        var today = new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, 128, ALL);
        KeyedTimers timers = today.timers("event-time timers");
        today.select(KeyHash.of(7L), null);
        timers.register(1_780_000_000_000L);
        timers.register(-1);
        today.select(KeyHash.of(8L), null);
        timers.register(5);
        byte[] written =
                bytes(CaptureChain.capture(today, Extent.WHOLE).chunks().get(0));
        byte[] golden = golden("v2/timers.bin", written);
        assertThat(written).isEqualTo(golden);

        var read = new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, 128, ALL);
        KeyedTimers restored = read.timers("event-time timers");
        read.restore(List.of(golden), ALL);
        assertThat(restored.fire(Long.MAX_VALUE)).isEqualTo(new KeyedTimers.Fired(-1, KeyHash.of(7L), null));
        assertThat(restored.fire(Long.MAX_VALUE)).isEqualTo(new KeyedTimers.Fired(5, KeyHash.of(8L), null));
        assertThat(restored.earliest()).isEqualTo(1_780_000_000_000L);
    }

    private static void checkRead(byte[] whole, byte[] changes) {
        var first = new States();
        first.backend.restore(List.of(whole), ALL);
        assertThat(first.content("JFK"))
                .isEqualTo("Point[x=-7, y=0.5] Name[text=Kennedy, numbers=[1, -1]] [a, b] {} null");
        assertThat(first.content("LAX")).isEqualTo("Point[x=2147483647, y=NaN] null [] {k=3} -9223372036854775808");
        var both = new States();
        both.backend.restore(List.of(whole, changes), ALL);
        assertThat(both.content("JFK"))
                .isEqualTo("Point[x=8, y=-0.0] Name[text=Kennedy, numbers=[1, -1]] [a, b, c] {} null");
        assertThat(both.content("LAX")).isEqualTo("Point[x=2147483647, y=NaN] null [] {} -9223372036854775808");
        assertThat(both.content("SFO")).isEqualTo("null null [] {} 1");
    }

    @Test
    void operatorChunksOfFormat1AreRead() {
        var today = new OperatorListStates(0, 1);
        today.list("points", Point.class).set(List.of(new Point(1, 2), new Point(3, 4)));
        today.list("names", String.class).set(List.of("a"));
        byte[] golden = golden("v1/operator-list.bin", bytes(today.capture()));

        var read = new OperatorListStates(0, 1);
        ListState<String> names = read.list("names", String.class);
        ListState<Point> points = read.list("points", Point.class);
        read.restore(List.of(golden), Map.of());
        assertThat(points.get()).containsExactly(new Point(1, 2), new Point(3, 4));
        assertThat(names.get()).containsExactly("a");

        assertThat(bytes(today.capture())).isEqualTo(golden);
    }

    @Test
    void chunksOfANewerFormatAreRefusedByName() {
        var keyed = new States();
        keyed.fill();
        byte[] newer = newer(keyed.capture(Extent.WHOLE), 3);
        assertThatThrownBy(() -> keyed.backend.restore(List.of(newer), ALL))
                .isInstanceOf(StaunchException.class)
                .isNotInstanceOf(MalformedBytesException.class)
                .hasMessage(
                        "this chunk of keyed state was written by a newer Staunch, format 3; this one reads up to 2."
                                + " Use the release that wrote it, or a later one");
        var lists = new OperatorListStates(0, 1);
        byte[] newerLists = newer(bytes(lists.capture()), 2);
        assertThatThrownBy(() -> lists.restore(List.of(newerLists), Map.of()))
                .isInstanceOf(StaunchException.class)
                .isNotInstanceOf(MalformedBytesException.class)
                .hasMessageStartingWith("this chunk of operator state was written by a newer Staunch, format 2");
    }

    /** The version follows the four letters. */
    private static byte[] newer(byte[] chunk, int version) {
        byte[] newer = chunk.clone();
        newer[4] = (byte) ((version << 1) | 1);
        return newer;
    }
}

package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.error.StaunchException;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.Formerly;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.StateDescriptor;
import io.staunch.state.ValueState;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State that older classes have written, in captures of everything and of changes, is restored into the present ones. */
class OlderClassesTest {
    private static final int GROUPS = 16;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);
    private static final int KEYS = 40;

    /** Kept flat before and after. */
    record OldPoint(int x, short y) {}

    record Point(double added, long y, @Formerly("x") long left) {}

    /** Kept flat before, as an object after. */
    record OldSum(int n) {}

    record Sum(int n, List<String> notes) {}

    record OldName(String text, int gone) {}

    /** An object before, flat after. */
    record Name(long n) {}

    enum OldColor {
        RED,
        BLUE
    }

    enum Color {
        GREEN,
        BLUE,
        RED
    }

    private static HeapKeyedBackend backend() {
        return new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, GROUPS, ALL);
    }

    private static Map<String, List<Schema>> types(List<StateDescriptor> states) {
        Map<String, List<Schema>> types = new HashMap<>();
        for (StateDescriptor state : states) {
            types.put(state.name(), state.types().stream().map(Schema::of).toList());
        }
        return types;
    }

    private static Map<String, List<String>> texts(List<StateDescriptor> states) {
        Map<String, List<String>> texts = new HashMap<>();
        types(states)
                .forEach((name, types) ->
                        texts.put(name, types.stream().map(Schema::text).toList()));
        return texts;
    }

    private static byte[] bytes(ByteBuffer chunk) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.duplicate().get(bytes);
        return bytes;
    }

    /** The states as the older program had them. */
    private static final class Before {
        final HeapKeyedBackend backend = backend();
        final ValueState<OldPoint> point = backend.value("point", OldPoint.class);
        final ReducingState<OldSum> sum = backend.reducing("sum", OldSum.class, (a, b) -> new OldSum(a.n() + b.n()));
        final ValueState<OldName> name = backend.value("name", OldName.class);
        final ListState<OldPoint> list = backend.list("list", OldPoint.class);
        final MapState<Integer, OldColor> map = backend.map("map", Integer.class, OldColor.class);
        final ValueState<String> dropped = backend.value("dropped", String.class);

        void change(Random random) {
            backend.select(KeyHash.of((long) random.nextInt(KEYS)), null);
            int n = random.nextInt(100);
            switch (random.nextInt(10)) {
                case 0, 1 -> point.set(new OldPoint(n, (short) -n));
                case 2 -> point.clear();
                case 3, 4 -> sum.add(new OldSum(n));
                case 5 -> name.set(new OldName("name", n));
                case 6 -> list.add(new OldPoint(n, (short) n));
                case 7 -> map.put(n % 3, n % 2 == 0 ? OldColor.RED : OldColor.BLUE);
                case 8 -> map.clear();
                default -> dropped.set("value" + n);
            }
        }

        Map<Integer, String> content() {
            Map<Integer, String> content = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                backend.select(KeyHash.of((long) key), null);
                String newPoint = point.get().map(OlderClassesTest::now).orElse("-");
                String newSum =
                        sum.orNull() == null ? "-" : "" + new Sum(sum.orNull().n(), List.of());
                String newName = name.get().map(old -> "" + new Name(0)).orElse("-");
                List<String> newList =
                        list.get().stream().map(OlderClassesTest::now).toList();
                content.put(key, newPoint + newSum + newName + newList + map.entries());
            }
            return content;
        }
    }

    private static String now(OldPoint old) {
        return "" + new Point(0, old.y(), old.x());
    }

    /** The states as the present program has them. */
    private static final class After {
        final HeapKeyedBackend backend = backend();
        final MapState<Long, Color> map = backend.map("map", Long.class, Color.class);
        final ListState<Point> list = backend.list("list", Point.class);
        final ValueState<Name> name = backend.value("name", Name.class);
        final ReducingState<Sum> sum = backend.reducing("sum", Sum.class, (a, b) -> b);
        final ValueState<Point> point = backend.value("point", Point.class);
        final ValueState<Point> added = backend.value("added", Point.class);

        Map<Integer, String> content() {
            Map<Integer, String> content = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                backend.select(KeyHash.of((long) key), null);
                assertThat(added.orNull()).isNull();
                String sumNow = sum.orNull() == null ? "-" : "" + sum.orNull();
                content.put(
                        key,
                        point.get().map(Point::toString).orElse("-")
                                + sumNow
                                + name.get().map(Name::toString).orElse("-")
                                + list.get().stream().map(Point::toString).toList()
                                + map.entries());
            }
            return content;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void keyedStateOfEveryKindIsRestoredFromCapturesOfEverythingAndOfChanges(long seed) {
        var random = new Random(seed);
        var before = new Before();
        var chain = new CaptureChain();
        for (int capture = 0; capture < 5; capture++) {
            for (int i = 0; i < 200; i++) {
                before.change(random);
            }
            chain.add(CaptureChain.capture(before.backend, Extent.CHANGES));
        }
        var after = new After();
        after.backend.written(texts(before.backend.states()));
        chain.restore(after.backend, ALL);
        assertThat(after.content()).isEqualTo(before.content());
        assertThat(CaptureChain.capture(after.backend, Extent.CHANGES).needs())
                .as("what follows is on top of nothing that older classes wrote")
                .isZero();
    }

    @Test
    void whatWasReadIsWrittenByThePresentClasses() {
        var before = new Before();
        for (int i = 0; i < 500; i++) {
            before.change(new Random(i));
        }
        var after = new After();
        after.backend.written(texts(before.backend.states()));
        after.backend.restore(CaptureChain.whole(before.backend), ALL);
        var again = new After();
        again.backend.written(texts(after.backend.states()));
        again.backend.restore(CaptureChain.whole(after.backend), ALL);
        assertThat(again.content()).isEqualTo(before.content());
    }

    @Test
    void listsOfATaskAreRestoredAndDroppedOnesPassedOver() {
        var before = new OperatorListStates(0, 1);
        before.list("dropped", OldName.class).set(List.of(new OldName("a", 1), new OldName("b", 2)));
        before.list("points", OldPoint.class).set(List.of(new OldPoint(1, (short) 2), new OldPoint(3, (short) 4)));
        var after = new OperatorListStates(0, 1);
        ListState<Point> points = after.list("points", Point.class);
        after.restore(List.of(bytes(before.capture())), types(before.states()));
        assertThat(points.get()).containsExactly(new Point(0, 2, 1), new Point(0, 4, 3));
    }

    @Test
    void aStateThatTheCheckpointSaysNothingOfIsNotDropped() {
        var before = new OperatorListStates(0, 1);
        before.list("points", OldPoint.class);
        var after = new OperatorListStates(0, 1);
        assertThatThrownBy(() -> after.restore(List.of(bytes(before.capture())), Map.of()))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("state 'points' that the operator does not have any more");
    }

    @Test
    void whatCantBeReadIsNotTried() {
        var backend = backend();
        backend.value("point", Name.class);
        assertThatThrownBy(() -> backend.written(
                        Map.of("point", List.of(Schema.of(String.class).text()))))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("point was String and is now record");
    }
}

package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Values that can be changed in place: a change counts in the call that has read or set the value, and at no other time, for any key. So what
 * is restored is always what was there.
 */
class LentValuesTest {
    private static final int GROUPS = 4;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);

    record Box(int[] content) {
        static Box of(int content) {
            return new Box(new int[] {content});
        }

        int get() {
            return content[0];
        }

        void put(int newContent) {
            content[0] = newContent;
        }
    }

    /** A backend with a state of each kind. */
    private static final class States {
        private final HeapKeyedBackend backend = new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, GROUPS, ALL);
        private final ValueState<Box> value = backend.value("value", Box.class);
        private final ReducingState<Box> sum = backend.reducing("sum", Box.class, (a, b) -> Box.of(a.get() + b.get()));
        private final ListState<Box> list = backend.list("list", Box.class);
        private final MapState<String, Box> map = backend.map("map", String.class, Box.class);

        States key(long key) {
            backend.select(KeyHash.of(key), null);
            return this;
        }

        Box value() {
            return Objects.requireNonNull(value.orNull());
        }

        Box sum() {
            return Objects.requireNonNull(sum.orNull());
        }

        Box map(String key) {
            return Objects.requireNonNull(map.get(key));
        }
    }

    private final States states = new States();
    private final CaptureChain chain = new CaptureChain();

    /** What is restored of all that was captured. */
    private States restored() {
        var other = new States();
        chain.restore(other.backend, ALL);
        return other;
    }

    private void capture(Extent extent) {
        chain.add(CaptureChain.capture(states.backend, extent));
    }

    /** That nothing is there for this key but this, neither now nor after a restore of a further capture. */
    private void assertHolds(long key, int content) {
        capture(Extent.CHANGES);
        for (States there : List.of(restored(), states)) {
            there.key(key);
            assertThat(there.value().get()).isEqualTo(content);
            assertThat(there.sum().get()).isEqualTo(content);
            assertThat(there.list.get().get(0).get()).isEqualTo(content);
            assertThat(there.map("a").get()).isEqualTo(content);
        }
    }

    private void set(long key, Box value, Box sum, Box element, Box entry) {
        states.key(key);
        states.value.set(value);
        states.sum.clear();
        states.sum.add(sum);
        states.list.set(List.of(element));
        states.map.put("a", entry);
    }

    @Test
    void whatIsChangedInTheCallThatHasReadItCounts() {
        set(1, Box.of(1), Box.of(1), Box.of(1), Box.of(1));
        capture(Extent.WHOLE);
        states.key(1);
        states.value().put(2);
        states.sum().put(2);
        states.list.get().get(0).put(2);
        states.map("a").put(2);
        assertHolds(1, 2);
        states.key(1);
        states.map.entries().get("a").put(3);
        states.value().put(3);
        states.sum().put(3);
        states.list.get().get(0).put(3);
        states.key(2);
        assertHolds(1, 3);
    }

    @Test
    void aReferenceThatWasKeptChangesNothing() {
        set(1, Box.of(1), Box.of(1), Box.of(1), Box.of(1));
        states.key(1);
        List<Box> kept = List.of(
                states.value(),
                states.sum(),
                states.list.get().get(0),
                states.map("a"),
                states.map.entries().get("a"));
        states.key(2);
        states.value.orNull();
        states.sum.orNull();
        states.list.get();
        states.map.get("a");
        kept.forEach(box -> box.put(7));
        assertHolds(1, 1);
    }

    @Test
    void whatWasGivenToTheStateChangesNothingAfterTheCall() {
        Box value = Box.of(1);
        Box sum = Box.of(1);
        Box element = Box.of(1);
        Box entry = Box.of(1);
        set(1, value, sum, element, entry);
        capture(Extent.WHOLE);
        List.of(value, sum, element, entry).forEach(box -> box.put(7));
        assertHolds(1, 1);
    }

    @Test
    void keysAndStatesThatWereGivenTheSameObjectDoNotShareIt() {
        Box same = Box.of(1);
        set(1, same, same, same, same);
        set(2, same, same, same, same);
        capture(Extent.WHOLE);
        states.key(1);
        states.value().put(5);
        states.sum().put(5);
        states.list.get().get(0).put(5);
        states.map("a").put(5);
        assertHolds(1, 5);
        assertHolds(2, 1);
    }

    @Test
    void aCaptureThatIsBeingWrittenSeesNoChangeByAReferenceThatWasKept() {
        set(1, Box.of(1), Box.of(1), Box.of(1), Box.of(1));
        states.key(1);
        List<Box> kept = List.of(states.value(), states.sum(), states.list.get().get(0), states.map("a"));
        Capture capture = states.backend.capture(Extent.WHOLE);
        kept.forEach(box -> box.put(7));
        while (!capture.advance(1)) {
            continue;
        }
        chain.add(capture.result());
        States there = restored().key(1);
        assertThat(there.value().get()).isEqualTo(1);
        assertThat(there.sum().get()).isEqualTo(1);
        assertThat(there.list.get().get(0).get()).isEqualTo(1);
        assertThat(there.map("a").get()).isEqualTo(1);
        assertHolds(1, 1);
    }

    @Test
    void whatIsClearedAndRemovedInTheCallThatHasReadItIsGone() {
        set(1, Box.of(1), Box.of(1), Box.of(1), Box.of(1));
        states.key(1);
        states.value();
        states.value.clear();
        states.list.get();
        states.list.clear();
        states.map("a");
        states.map.remove("a");
        states.key(2);
        states.value.set(Box.of(2));
        states.key(1);
        capture(Extent.WHOLE);
        for (States there : List.of(restored(), states)) {
            there.key(1);
            assertThat(there.value.orNull()).isNull();
            assertThat(there.list.get()).isEmpty();
            assertThat(there.map.entries()).isEmpty();
            assertThat(there.key(2).value().get()).isEqualTo(2);
        }
    }

    /** Counts how many of it are made. */
    record Counted(int[] content) {
        private static final AtomicInteger MADE = new AtomicInteger();

        Counted {
            MADE.incrementAndGet();
        }
    }

    /** Memory would go with each call, as for sessions of an aggregate whose accumulator can be changed: each record takes one out and puts another. */
    @Test
    void whatWasLentIsForgottenWhenItIsTakenOutOrAllOfItIsLent() {
        MapState<String, Counted> map = states.backend.map("counted", String.class, Counted.class);
        for (int round = 0; round < 300; round++) {
            for (long key = 1; key <= 3; key++) {
                states.key(key);
                map.put("a", new Counted(new int[] {7}));
            }
            states.key(1);
            map.get("a");
            map.remove("a");
            states.key(2);
            map.get("a");
            map.entries();
            states.key(3);
            map.get("a");
            map.clear();
        }
        states.key(2);
        map.get("a");
        Counted.MADE.set(0);
        states.key(3);
        map.get("a");
        assertThat(Counted.MADE).hasValue(1);
    }
}

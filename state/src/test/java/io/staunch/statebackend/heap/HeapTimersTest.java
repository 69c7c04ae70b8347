package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.backend.KeyedTimers;
import io.staunch.backend.KeyedTimers.Fired;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.keys.KeyGroups;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.ValueState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timers against a sorted set of all of them, across captures of changes, restores and rescaling. */
class HeapTimersTest {
    private static final int KEY_GROUPS = 8;
    private static final int KEYS = 40;

    private record Entry(long time, long hash) {}

    private static TreeSet<Entry> model() {
        return new TreeSet<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::hash));
    }

    /** A backend with timers and, so that they are not alone, a value. */
    private static final class Made {
        private final KeySelector.Kind kind;
        private final HeapKeyedBackend backend;
        private final KeyedTimers timers;
        private final ValueState<Long> value;

        Made(KeySelector.Kind kind, KeyGroupRange range) {
            this.kind = kind;
            backend = new HeapKeyedBackend(
                    kind, kind == KeySelector.Kind.OBJECT ? String.class : long.class, KEY_GROUPS, range);
            value = backend.value("value", Long.class);
            timers = backend.timers("timers");
        }

        long select(int key) {
            long hash = hash(kind, key);
            backend.select(hash, kind == KeySelector.Kind.OBJECT ? "key-" + key : null);
            return hash;
        }
    }

    private static long hash(KeySelector.Kind kind, int key) {
        return kind == KeySelector.Kind.OBJECT ? KeyHash.of("key-" + key) : KeyHash.of((long) key);
    }

    private static KeyGroupRange all() {
        return new KeyGroupRange(0, KEY_GROUPS - 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = KeySelector.Kind.class,
            names = {"LONG", "OBJECT"})
    void atRandomTheyAreWhatASortedSetOfAllSays(KeySelector.Kind kind) {
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            int times = seed % 3 == 0
                    ? 1_000_000
                    : seed % 3 == 1 ? 30 : 3; // many under one key, or the same again and again
            int keys = seed % 2 == 0 ? KEYS : 2;
            TreeSet<Entry> model = model();
            var made = new Made(kind, all());
            var chain = new CaptureChain();
            for (int i = 0; i < 400; i++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 -> {
                        long time = random.nextInt(times);
                        long hash = made.select(random.nextInt(keys));
                        made.timers.register(time);
                        made.value.set(time);
                        model.add(new Entry(time, hash));
                    }
                    case 4 -> {
                        Entry some = model.isEmpty() ? new Entry(random.nextInt(times), 0) : model.last();
                        for (int key = 0; key < keys; key++) {
                            long hash = made.select(key);
                            made.timers.delete(some.time());
                            model.remove(new Entry(some.time(), hash));
                        }
                    }
                    case 5, 6 -> {
                        long until = random.nextInt(times);
                        Fired fired = made.timers.fire(until);
                        Entry first = model.isEmpty() || model.first().time() > until ? null : model.pollFirst();
                        assertThat(fired == null ? null : new Entry(fired.time(), fired.hash()))
                                .isEqualTo(first);
                    }
                    default -> {
                        chain.add(CaptureChain.capture(made.backend, i < 20 ? Extent.WHOLE : Extent.CHANGES));
                        if (random.nextInt(3) == 0) {
                            made = new Made(kind, all());
                            chain.restore(made.backend, all());
                            chain = new CaptureChain();
                            chain.add(CaptureChain.capture(made.backend, Extent.WHOLE));
                        }
                    }
                }
                assertThat(made.timers.earliest())
                        .isEqualTo(
                                model.isEmpty() ? Long.MAX_VALUE : model.first().time());
            }
        }
    }

    /** Entries of deleted timers in the queue don't pile up, nor do they fire. */
    @Test
    void whatIsRegisteredAndDeletedAgainAndAgainNeitherStaysNorFires() {
        var made = new Made(KeySelector.Kind.LONG, all());
        for (int i = 0; i < 100_000; i++) {
            made.select(i % KEYS);
            made.timers.delete(1_000_000 + i - KEYS);
            made.timers.register(1_000_000 + i);
        }
        for (int i = 0; i < KEYS; i++) {
            assertThat(made.timers.fire(Long.MAX_VALUE))
                    .isNotNull()
                    .extracting(Fired::time)
                    .isEqualTo(1_100_000L - KEYS + i);
        }
        assertThat(made.timers.fire(Long.MAX_VALUE)).isNull();
    }

    @Test
    void aTimerThatIsRegisteredAgainAfterItsDeletionFiresOnce() {
        var made = new Made(KeySelector.Kind.OBJECT, all());
        made.select(1);
        made.timers.register(5);
        made.timers.delete(5);
        made.timers.register(5);
        made.timers.register(5);
        assertThat(made.timers.fire(4)).isNull();
        assertThat(made.timers.fire(5)).isNotNull().extracting(Fired::key).isEqualTo("key-1");
        assertThat(made.timers.fire(5)).isNull();
    }

    /** Thousands of keys share one time, some delete theirs, and some come when the first have fired. */
    @ParameterizedTest
    @EnumSource(
            value = KeySelector.Kind.class,
            names = {"LONG", "OBJECT"})
    void timersOfOneTimeFireInTheOrderOfTheirHashes(KeySelector.Kind kind) {
        var made = new Made(kind, all());
        TreeSet<Entry> model = model();
        for (int key = 0; key < 5_000; key++) {
            long hash = made.select(key);
            made.timers.register(7);
            model.add(new Entry(7, hash));
            if (key % 100 == 0) {
                made.timers.register(6);
                model.add(new Entry(6, hash));
            }
        }
        for (int key = 0; key < 5_000; key += 3) {
            long hash = made.select(key);
            made.timers.delete(7);
            model.remove(new Entry(7, hash));
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(made.timers.earliest()).isEqualTo(model.first().time());
            fireFirst(made, model);
        }
        for (int key = 0; key < 5_000; key += 3) {
            long hash = made.select(key);
            made.timers.register(7);
            model.add(new Entry(7, hash));
        }
        while (!model.isEmpty()) {
            fireFirst(made, model);
        }
        assertThat(made.timers.earliest()).isEqualTo(Long.MAX_VALUE);
        assertThat(made.timers.fire(7)).isNull();
    }

    /** So often that the queue is made anew in between. */
    @ParameterizedTest
    @EnumSource(
            value = KeySelector.Kind.class,
            names = {"LONG", "OBJECT"})
    void timersThatAreDeletedAndRegisteredAgainWhileTheirTimeFiresDoSoOnceAndInOrder(KeySelector.Kind kind) {
        var made = new Made(kind, all());
        TreeSet<Entry> model = model();
        for (int key = 0; key < 1_000; key++) {
            model.add(new Entry(7, made.select(key)));
            made.timers.register(7);
        }
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 40; i++) {
                fireFirst(made, model);
            }
            for (int key = 0; key < 1_000; key++) {
                if (model.contains(new Entry(7, made.select(key)))) {
                    made.timers.delete(7);
                    made.timers.register(7);
                }
            }
        }
        while (!model.isEmpty()) {
            fireFirst(made, model);
        }
        assertThat(made.timers.earliest()).isEqualTo(Long.MAX_VALUE);
    }

    private static void fireFirst(Made made, TreeSet<Entry> model) {
        Entry first = model.pollFirst();
        assertThat(made.timers.fire(7))
                .isNotNull()
                .extracting(fired -> new Entry(fired.time(), fired.hash()))
                .isEqualTo(first);
    }

    @Test
    void theLargestTimeIsATimeToo() {
        var made = new Made(KeySelector.Kind.LONG, all());
        made.select(1);
        made.timers.register(Long.MAX_VALUE);
        made.timers.register(Long.MIN_VALUE);
        assertThat(made.timers.fire(Long.MIN_VALUE)).isNotNull();
        assertThat(made.timers.fire(Long.MAX_VALUE - 1)).isNull();
        assertThat(made.timers.fire(Long.MAX_VALUE)).isNotNull();
        assertThat(made.timers.fire(Long.MAX_VALUE)).isNull();
    }

    /** What fires and is registered while a capture is written is none of its business. */
    @Test
    void aCaptureHoldsTheTimersOfItsBeginning() {
        var made = new Made(KeySelector.Kind.LONG, all());
        for (int key = 0; key < 1_000; key++) {
            made.select(key);
            made.timers.register(key);
            made.timers.register(key + 10_000);
        }
        Capture capture = made.backend.capture(Extent.WHOLE);
        capture.advance(10);
        for (int i = 0; i < 500; i++) {
            made.timers.fire(Long.MAX_VALUE);
            made.select(i);
            made.timers.register(50_000 + i);
        }
        while (!capture.advance(10)) {
            continue;
        }
        var restored = new Made(KeySelector.Kind.LONG, all());
        restored.backend.restore(
                capture.result().chunks().stream().map(CaptureChain::bytes).toList(), all());
        List<Long> times = new ArrayList<>();
        for (Fired fired = restored.timers.fire(Long.MAX_VALUE); fired != null; ) {
            times.add(fired.time());
            fired = restored.timers.fire(Long.MAX_VALUE);
        }
        assertThat(times).hasSize(2_000).isSorted().allMatch(time -> time < 11_000);
    }

    @Test
    void eachTaskGetsTheTimersOfItsKeyGroups() {
        var made = new Made(KeySelector.Kind.LONG, all());
        for (int key = 0; key < KEYS; key++) {
            made.select(key);
            made.timers.register(key);
        }
        List<byte[]> chunks = CaptureChain.whole(made.backend);
        int fired = 0;
        for (int task = 0; task < 3; task++) {
            var range = KeyGroupRange.of(task, 3, KEY_GROUPS);
            var part = new Made(KeySelector.Kind.LONG, range);
            part.backend.restore(chunks, range);
            for (Fired each = part.timers.fire(Long.MAX_VALUE); each != null; each = part.timers.fire(Long.MAX_VALUE)) {
                assertThat(range.contains(KeyGroups.of(each.hash(), KEY_GROUPS)))
                        .isTrue();
                assertThat(KeyHash.toLong(each.hash())).isEqualTo(each.time());
                fired++;
            }
        }
        assertThat(fired).isEqualTo(KEYS);
    }
}

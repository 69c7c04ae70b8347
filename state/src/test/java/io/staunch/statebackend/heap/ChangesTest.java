package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.state.ValueState;
import io.staunch.statebackend.heap.ManyStates.KeyKind;
import io.staunch.statebackend.heap.ManyStates.Name;
import io.staunch.statebackend.heap.ManyStates.Point;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is captured as changes, on top of captures before, gives what was there: for every kind of key and state. */
class ChangesTest {
    /** As many as a table of 1024 slots takes, so that many do not stand where their hash wants them. */
    private static final int KEYS = 570;

    @ParameterizedTest
    @EnumSource
    void aWholeCaptureAndItsChangesGiveWhatWasThere(KeyKind keys) {
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            int keyCount = 1 + random.nextInt(400);
            var subject = new ManyStates(keys);
            var chain = new CaptureChain();
            for (int checkpoint = 0; checkpoint < 12; checkpoint++) {
                int changes = random.nextInt(2 * keyCount);
                for (int i = 0; i < changes; i++) {
                    subject.change(random.nextInt(ManyStates.WAYS), random.nextInt(keyCount), random.nextInt(1000));
                }
                chain.add(
                        CaptureChain.capture(subject.backend, random.nextInt(6) == 0 ? Extent.WHOLE : Extent.CHANGES));
                assertThat(ManyStates.restored(keys, chain.chunks(), 1, keyCount))
                        .as("seed %d, checkpoint %d", seed, checkpoint)
                        .isEqualTo(subject.model());
            }
        }
    }

    @Test
    void theFirstCaptureStandsAloneWhateverIsWanted() {
        var subject = new ManyStates(KeyKind.LONG);
        subject.change(0, 1, 2);
        assertThat(CaptureChain.capture(subject.backend, Extent.CHANGES).needs())
                .isZero();
        assertThat(CaptureChain.capture(subject.backend, Extent.CHANGES)).isEqualTo(new Captured(1, List.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000})
    void changesAreAsLongAsWhatWasChanged(int keyCount) {
        var flat = new Flat();
        flat.setAll(keyCount, 1, 1);
        long whole = CaptureChain.length(CaptureChain.capture(flat.backend, Extent.WHOLE));
        flat.setAll(keyCount, 100, 2);
        Captured changes = CaptureChain.capture(flat.backend, Extent.CHANGES);
        assertThat(changes.needs()).isEqualTo(1);
        assertThat(CaptureChain.length(changes)).isLessThan(whole / 10);
    }

    @Test
    void whenEverythingChangesEachCaptureStandsAlone() {
        var flat = new Flat();
        for (int checkpoint = 0; checkpoint < 10; checkpoint++) {
            flat.setAll(20_000, 1, checkpoint);
            assertThat(CaptureChain.capture(flat.backend, Extent.CHANGES).needs())
                    .isZero();
        }
    }

    /** A tenth of the keys changes each time: so much is written for that, and as much again since it is some groups' turn. */
    @Test
    void overTimeTwiceTheChangesAreWrittenAndTwiceTheStateIsKeptAndNoCaptureStandsOut() {
        var flat = new Flat();
        var chain = new CaptureChain();
        flat.setAll(20_000, 1, 1);
        Captured first = CaptureChain.capture(flat.backend, Extent.CHANGES);
        chain.add(first);
        long whole = CaptureChain.length(first);
        long written = 0;
        for (int checkpoint = 1; checkpoint <= 100; checkpoint++) {
            flat.setAll(20_000, 10, 1);
            Captured captured = CaptureChain.capture(flat.backend, Extent.CHANGES);
            chain.add(captured);
            written += CaptureChain.length(captured);
            assertThat(CaptureChain.length(captured)).isLessThan(whole / 2);
            assertThat(captured.needs()).isLessThan(25);
            assertThat(chain.bytes()).isLessThan(3 * whole);
        }
        assertThat(written).isLessThan(100 * 2 * whole / 10);
    }

    @Test
    void keysThatComeAndGoDoNotFillTheMemory() {
        var backend = KeyKind.STRING.backend(ManyStates.ALL);
        ValueState<Name> state = backend.value("object", Name.class);
        CaptureChain.capture(backend, Extent.WHOLE);
        for (long key = 0; key < 100_000; key++) {
            KeyKind.STRING.select(backend, key);
            state.set(new Name("there"));
            state.clear();
        }
        assertThat(CaptureChain.capture(backend, Extent.CHANGES).needs()).isZero();
    }

    /** Slots that move take along what is still to be written of them, wherever the capture has got to. */
    @ParameterizedTest
    @EnumSource
    void aTableThatGrowsInTheMiddleOfACaptureLosesNothing(KeyKind keys) {
        for (int before = 0; before < KEYS; before += 25) {
            var subject = new ManyStates(keys);
            var chain = new CaptureChain();
            for (int key = 0; key < KEYS; key++) {
                subject.change(0, key, key);
            }
            chain.add(CaptureChain.capture(subject.backend, Extent.CHANGES));
            for (int key = 0; key < KEYS; key += 2) {
                subject.change(0, key, -key);
            }
            Map<Long, String> frozen = subject.model();
            Capture capture = subject.backend.capture(before % 50 == 0 ? Extent.WHOLE : Extent.CHANGES);
            capture.advance(before);
            for (int key = KEYS; key < 1_000; key++) {
                subject.change(0, key, key);
            }
            while (!capture.advance(100)) {
                continue;
            }
            chain.add(capture.result());
            assertThat(ManyStates.restored(keys, chain.chunks(), 1, 1_000))
                    .as("after %d entries", before)
                    .isEqualTo(frozen);
        }
    }

    /** Nothing is left of a group, and that is what its turn says. */
    @Test
    void whatWasRemovedStaysSoWhenItsGroupHasItsTurn() {
        var subject = new ManyStates(KeyKind.LONG);
        var chain = new CaptureChain();
        for (int key = 0; key < 50; key++) {
            subject.change(0, key, 1);
        }
        chain.add(CaptureChain.capture(subject.backend, Extent.CHANGES));
        for (int checkpoint = 0; checkpoint < 3 * RollingBase.MOST_CAPTURES; checkpoint++) {
            if (checkpoint < 50) {
                subject.change(1, checkpoint, 0);
            }
            Captured captured = CaptureChain.capture(subject.backend, Extent.CHANGES);
            chain.add(captured);
            assertThat(captured.needs()).isLessThanOrEqualTo(RollingBase.MOST_CAPTURES + 25);
            assertThat(ManyStates.restored(KeyKind.LONG, chain.chunks(), 1, 50)).isEqualTo(subject.model());
        }
    }

    /** One state of a flat record. */
    private static final class Flat {
        final HeapKeyedBackend backend = KeyKind.LONG.backend(ManyStates.ALL);
        private final ValueState<Point> state = backend.value("flat", Point.class);

        /** Each so-many-th key. */
        void setAll(int keyCount, int step, int value) {
            for (long key = 0; key < keyCount; key += step) {
                KeyKind.LONG.select(backend, key);
                state.set(new Point(value, value));
            }
        }
    }
}

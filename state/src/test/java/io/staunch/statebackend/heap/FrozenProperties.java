package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.statebackend.heap.ManyStates.KeyKind;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What a capture holds is the state when it began, whatever is done to the state until it is finished. */
class FrozenProperties {
    /** One thing after the other is done to a backend; what was captured is restored and compared. */
    private static final class Course {
        private final KeyKind kind;
        private final int keyCount;
        private final int tasks;
        private final ManyStates subject;
        private final CaptureChain chain = new CaptureChain();
        private @Nullable Capture capture;
        private Map<Long, String> frozen = Map.of();
        private boolean alone = true;
        private int finished;
        private int onTop;

        Course(KeyKind kind, int keyCount, int tasks) {
            this.kind = kind;
            this.keyCount = keyCount;
            this.tasks = tasks;
            this.subject = new ManyStates(kind);
        }

        void step(int step) {
            int what = step & 63;
            int n = step >>> 6;
            if (what < 44) {
                subject.change(n % ManyStates.WAYS, n / ManyStates.WAYS % keyCount, n % 1000);
            } else if (what < 60) {
                advance(n % 100);
            } else if (n % 16 == 0) {
                drop();
            } else if (capture == null || n % 16 == 1) {
                begin(n % 32 == 2 ? Extent.WHOLE : Extent.CHANGES);
            }
        }

        /** Also while another one is unfinished, which is dropped by that. */
        private void begin(Extent extent) {
            alone |= capture != null;
            capture = subject.backend.capture(extent);
            alone |= extent == Extent.WHOLE;
            frozen = subject.model();
        }

        private void advance(int budget) {
            if (capture != null && capture.advance(budget)) {
                Captured captured = capture.result();
                capture = null;
                if (alone) {
                    assertThat(captured.needs()).isZero();
                }
                alone = false;
                finished++;
                onTop += captured.needs() > 0 ? 1 : 0;
                chain.add(captured);
                assertThat(ManyStates.restored(kind, chain.chunks(), tasks, keyCount))
                        .isEqualTo(frozen);
            }
        }

        private void drop() {
            if (capture != null) {
                capture.drop();
                capture = null;
                alone = true;
            }
        }

        void end() {
            if (capture == null) {
                begin(Extent.CHANGES);
            }
            while (capture != null) {
                advance(7);
            }
            assertThat(subject.content(keyCount)).isEqualTo(subject.model());
        }
    }

    @Property(tries = 250)
    void aCaptureHoldsTheStateOfItsBeginning(
            @ForAll KeyKind kind,
            @ForAll @IntRange(min = 1, max = 40) int keyCount,
            @ForAll @IntRange(min = 1, max = 5) int tasks,
            @ForAll @Size(max = 300) List<@IntRange(min = 0, max = Integer.MAX_VALUE) Integer> steps) {
        var course = new Course(kind, keyCount, tasks);
        steps.forEach(course::step);
        course.end();
    }

    @Property(tries = 20)
    void soDoLongCourses(@ForAll KeyKind kind, @ForAll long seed) {
        var random = new Random(seed);
        var course = new Course(kind, 1 + random.nextInt(600), 1 + random.nextInt(16));
        for (int i = 0; i < 5_000; i++) {
            course.step(random.nextInt(Integer.MAX_VALUE));
        }
        course.end();
        assertThat(course.onTop).as("of %d captures", course.finished).isGreaterThan(10);
    }
}

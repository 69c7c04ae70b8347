package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.time.SplitTimes;
import io.staunch.protocol.time.Watermark;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.time.Watermarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The event time of source tasks, with a clock that is moved by hand. */
class SourceTimeTest {
    private static final Watermarks ALONE = Watermarks.disorder(Duration.ZERO).withIdleness(Duration.ofMillis(100));
    private static final Watermarks ALIGNED = ALONE.alignedWithin(Duration.ofMillis(1_000));

    private final ManualEnvironment environment = new ManualEnvironment();
    private final Alignment alignment = new Alignment(2);
    private Made first = new Made(ALONE, 0, "a", "b");
    private Made second = new Made(ALONE, 1, "c");

    private void aligned() {
        first = new Made(ALIGNED, 0, "a", "b");
        second = new Made(ALIGNED, 1, "c");
    }

    /** The time of one task, its reader, and what is told to those behind. */
    private final class Made implements Receiver, SourceReader<Object> {
        private final EventTimeStep step;
        private final SourceTime time;
        private final List<Object> told = new ArrayList<>();
        private final Set<String> ended = new HashSet<>();
        private Set<String> paused = Set.of();

        Made(Watermarks rules, int index, String... splits) {
            var times = new SplitTimes(rules);
            step = new EventTimeStep(
                    "time", value -> (Long) value, times, this, new AtomicReference<>(Watermark.START));
            time = new SourceTime("time", rules, step, times, this, alignment, index, environment);
            time.add(List.of(splits).stream().map(id -> new Split(id, "0")).toList());
        }

        void see(String split, long timestamp) {
            time.split(split);
            step.accept(timestamp, Long.MIN_VALUE);
            time.polled(true);
        }

        void quiet(long millis) {
            environment.pass(millis);
            time.polled(true);
        }

        Watermark last() {
            return (Watermark) told.stream()
                    .filter(Watermark.class::isInstance)
                    .reduce((a, b) -> b)
                    .orElseThrow();
        }

        @Override
        public void accept(Object value, long timestamp) {
            told.add(timestamp);
        }

        @Override
        public void watermark(Watermark watermark) {
            told.add(watermark);
        }

        @Override
        public void add(List<Split> splits) {}

        @Override
        public int poll(SourceOutput<Object> out, int most) {
            return 0;
        }

        @Override
        public boolean finished() {
            return false;
        }

        @Override
        public boolean finished(String split) {
            return ended.contains(split);
        }

        @Override
        public void pause(Set<String> splits) {
            paused = splits;
        }

        @Override
        public List<Split> positions() {
            return List.of();
        }

        @Override
        public String describe(long origin) {
            return "";
        }

        @Override
        public void close() {}
    }

    /** F45 */
    @Test
    void aSilentSplitLetsTimeGoOnAndItsFirstRecordAfterwardsIsNotLost() {
        first.see("a", 10);
        for (int i = 1; i <= 9; i++) {
            first.see("a", 10 + i);
            first.quiet(10);
        }
        assertThat(first.told).noneMatch(Watermark.class::isInstance);
        first.see("a", 50);
        first.quiet(20);
        assertThat(first.last()).isEqualTo(new Watermark(49, false));
        first.see("b", 5);
        assertThat(first.told).endsWith(5L);
        first.see("a", 70);
        assertThat(first.last()).as("it is waited for again").isEqualTo(new Watermark(49, false));
    }

    @Test
    void timeInWhichTheTaskIsHeldBackDoesNotCount() {
        first.see("a", 10);
        for (int i = 0; i < 100; i++) {
            first.time.heldBack();
            first.quiet(20);
        }
        assertThat(first.told).noneMatch(Watermark.class::isInstance);
        for (int i = 0; i < 6; i++) {
            first.quiet(20);
        }
        assertThat(first.last()).isEqualTo(new Watermark(9, true));
    }

    /** A machine that was asleep, or a worker with other tasks. */
    @Test
    void oneLongPauseMakesNoSplitIdle() {
        first.see("a", 10);
        first.quiet(3_600_000);
        first.quiet(3_600_000);
        assertThat(first.told).noneMatch(Watermark.class::isInstance);
    }

    /** F49 */
    @Test
    void aWallClockThatJumpsMakesNoSplitIdleNorKeepsOneFromIt() {
        first.see("a", 10);
        environment.jump(3_600_000);
        first.quiet(5);
        assertThat(first.told).noneMatch(Watermark.class::isInstance);
        environment.jump(-7_200_000);
        for (int i = 0; i < 6; i++) {
            first.quiet(20);
        }
        assertThat(first.last()).isEqualTo(new Watermark(9, true));
    }

    @Test
    void theEndOfIdlenessIsToldBeforeTheRecord() {
        first.see("a", 10);
        for (int i = 0; i < 8; i++) {
            first.quiet(20);
        }
        assertThat(first.last().idle()).isTrue();
        first.told.clear();
        first.see("b", 7);
        assertThat(first.told).containsExactly(new Watermark(9, false), 7L);
    }

    @Test
    void aSplitFarAheadOfTheSlowestOfAnyTaskIsPausedUntilThatHasCaughtUp() {
        aligned();
        second.see("c", 500);
        first.see("a", 2_000);
        assertThat(first.paused).as("b has had no record").containsExactly("a");
        first.see("b", 1_400);
        assertThat(first.paused).as("c is at 500").containsExactly("a");
        second.see("c", 1_600);
        first.quiet(1);
        assertThat(first.paused).isEmpty();
        assertThat(second.paused).isEmpty();
    }

    /** F46 */
    @Test
    void alignmentWaitsForNoFinishedSplitNorForATaskWithoutAny() {
        aligned();
        second.see("c", 2);
        first.see("a", 100_000);
        first.see("b", 1);
        assertThat(first.paused).containsExactly("a");
        second.ended.add("c");
        second.quiet(1);
        first.ended.add("b");
        first.quiet(1);
        assertThat(first.paused).isEmpty();
        assertThat(first.last()).isEqualTo(new Watermark(99_999, false));
        assertThat(second.last()).isEqualTo(new Watermark(1, true));
    }
}

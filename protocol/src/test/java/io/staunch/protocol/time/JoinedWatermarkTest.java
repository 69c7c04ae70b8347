package io.staunch.protocol.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JoinedWatermarkTest {
    @Test
    void itIsTheLeastOfTheInputsOnceAllHaveTold() {
        var joined = new JoinedWatermark(2, Long.MIN_VALUE);
        assertThat(joined.set(0, new Watermark(10, false))).isFalse();
        assertThat(joined.set(1, new Watermark(5, false))).isTrue();
        assertThat(joined.get()).isEqualTo(new Watermark(5, false));
    }

    @Test
    void idleInputsAreNotWaitedForAndIfAllAreTheGreatestCounts() {
        var joined = new JoinedWatermark(2, Long.MIN_VALUE);
        joined.set(0, new Watermark(10, false));
        assertThat(joined.set(1, new Watermark(Long.MIN_VALUE, true))).isTrue();
        assertThat(joined.get()).isEqualTo(new Watermark(10, false));
        joined.set(1, new Watermark(7, false));
        assertThat(joined.get()).as("never back").isEqualTo(new Watermark(10, false));
        joined.set(0, new Watermark(30, true));
        joined.set(1, new Watermark(20, true));
        assertThat(joined.get()).isEqualTo(new Watermark(30, true));
    }

    @Test
    void aRestoredOneDoesNotGoBackToWhatItsInputsSay() {
        var joined = new JoinedWatermark(1, 100);
        assertThat(joined.get()).isEqualTo(new Watermark(100, false));
        assertThat(joined.set(0, new Watermark(50, false))).isFalse();
        assertThat(joined.set(0, new Watermark(101, false))).isTrue();
    }

    @Test
    void atRandomItIsWhatTheDefinitionSays() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            int inputs = 1 + random.nextInt(4);
            var joined = new JoinedWatermark(inputs, Long.MIN_VALUE);
            long[] times = new long[inputs];
            Arrays.fill(times, Long.MIN_VALUE);
            boolean[] idle = new boolean[inputs];
            Watermark before = Watermark.START;
            for (int i = 0; i < 50; i++) {
                int input = random.nextInt(inputs);
                times[input] = Math.max(times[input], random.nextInt(100));
                idle[input] = random.nextInt(3) == 0;
                boolean changed = joined.set(input, new Watermark(times[input], idle[input]));
                var awaited = IntStream.range(0, inputs).filter(j -> !idle[j]).mapToLong(j -> times[j]);
                long now = awaited.min().orElse(Arrays.stream(times).max().orElseThrow());
                boolean allIdle = IntStream.range(0, inputs).allMatch(j -> idle[j]);
                var expected = new Watermark(Math.max(before.time(), now), allIdle);
                assertThat(joined.get()).isEqualTo(expected);
                assertThat(changed).isEqualTo(!expected.equals(before));
                before = expected;
            }
        }
    }
}

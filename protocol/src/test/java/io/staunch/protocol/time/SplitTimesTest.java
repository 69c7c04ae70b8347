package io.staunch.protocol.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.time.Watermarks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SplitTimesTest {
    private static final Watermarks RULES =
            Watermarks.disorder(Duration.ofMillis(10)).withIdleness(Duration.ofNanos(1_000_000));

    private static SplitTimes of(String... splits) {
        var times = new SplitTimes(RULES);
        for (String split : splits) {
            times.add(new SplitTime(split, Long.MIN_VALUE, false));
        }
        return times;
    }

    private static void see(SplitTimes times, String split, long timestamp) {
        times.read(split);
        times.see(timestamp);
    }

    @Test
    void theWatermarkIsThatOfTheSlowestSplitLessTheDisorderAndOne() {
        SplitTimes times = of("a", "b");
        see(times, "a", 1_000);
        assertThat(times.watermark()).isEqualTo(Watermark.START);
        see(times, "b", 500);
        assertThat(times.watermark()).isEqualTo(new Watermark(489, false));
        see(times, "b", 400);
        assertThat(times.watermark()).isEqualTo(new Watermark(489, false));
        see(times, "b", 2_000);
        assertThat(times.watermark()).isEqualTo(new Watermark(989, false));
    }

    @Test
    void withoutSplitsNobodyIsWaitedFor() {
        assertThat(of().watermark()).isEqualTo(new Watermark(Long.MIN_VALUE, true));
        assertThat(of().slowest()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aQuietSplitIsNotWaitedForAndTheFirstRecordAfterwardsSaysThatItIsAgain() {
        SplitTimes times = of("a", "b");
        see(times, "a", 1_000);
        times.passed(500_000, Set.of());
        see(times, "a", 1_001);
        times.passed(500_000, Set.of());
        assertThat(times.watermark()).isEqualTo(new Watermark(990, false));
        times.passed(400_000, Set.of());
        times.passed(600_000, Set.of());
        assertThat(times.watermark()).as("all are idle").isEqualTo(new Watermark(990, true));
        times.read("b");
        assertThat(times.see(700)).as("the task was idle").isTrue();
        assertThat(times.watermark()).as("never back").isEqualTo(new Watermark(990, false));
        assertThat(times.see(701)).isFalse();
        see(times, "b", 3_000);
        assertThat(times.watermark()).isEqualTo(new Watermark(2_989, false));
    }

    @Test
    void aPausedSplitDoesNotBecomeIdle() {
        SplitTimes times = of("a", "b");
        see(times, "a", 1_000);
        see(times, "b", 9_000);
        times.passed(1, Set.of());
        times.passed(900_000, Set.of("b"));
        see(times, "a", 1_001);
        times.passed(900_000, Set.of("b"));
        see(times, "a", 1_002);
        times.passed(900_000, Set.of());
        assertThat(times.state()).noneMatch(SplitTime::idle);
    }

    @Test
    void aSplitThatWasReadToItsEndIsNotWaitedFor() {
        SplitTimes times = of("a", "b");
        see(times, "a", 1_000);
        see(times, "b", 9_000);
        times.finished("a"::equals);
        assertThat(times.watermark()).isEqualTo(new Watermark(8_989, false));
        assertThat(times.slowest()).isEqualTo(8_989);
        times.finished(split -> true);
        assertThat(times.watermark()).isEqualTo(new Watermark(8_989, true));
    }

    @Test
    void splitsBeyondATimeAreThoseThatAreAheadOfIt() {
        SplitTimes times = of("a", "b", "c");
        see(times, "a", 1_000);
        see(times, "b", 9_000);
        assertThat(times.slowest()).isEqualTo(Long.MIN_VALUE);
        assertThat(times.beyond(989)).containsExactly("b");
        assertThat(times.beyond(988)).containsExactly("a", "b");
    }

    @Test
    void theEndOfTimeIsTheLastWord() {
        SplitTimes times = of("a");
        times.end();
        assertThat(times.watermark()).isEqualTo(Watermark.END);
    }

    @Test
    void timestampsAtTheEdgeOfWhatALongCanHoldDoNotWrapAround() {
        SplitTimes times = of("a");
        see(times, "a", Long.MIN_VALUE + 5);
        assertThat(times.watermark()).isEqualTo(Watermark.START);
        see(times, "a", Long.MAX_VALUE);
        assertThat(times.watermark().time()).isEqualTo(Long.MAX_VALUE - 11);
    }

    @Test
    void aReaderThatDoesNotSayOfWhichSplitItsRecordsAreIsToldSo() {
        assertThatThrownBy(() -> of("a").see(1)).hasMessageContaining("has not said of which split");
        assertThatThrownBy(() -> of("a").read("z"))
                .hasMessageContaining("split 'z'")
                .hasMessageContaining("[a]");
    }

    /** Whatever happens: as the definition has it, never back, and restored to what it was. */
    @Test
    void atRandomItIsWhatTheDefinitionSaysAndARestoredOneGoesOnAlike() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            SplitTimes times = of("a", "b", "c");
            Map<String, Long> newest =
                    new TreeMap<>(Map.of("a", Long.MIN_VALUE, "b", Long.MIN_VALUE, "c", Long.MIN_VALUE));
            long before = Long.MIN_VALUE;
            for (int i = 0; i < 60; i++) {
                String split = String.valueOf("abc".charAt(random.nextInt(3)));
                long timestamp = random.nextInt(1_000);
                see(times, split, timestamp);
                newest.merge(split, timestamp, Math::max);
                long least = newest.values().stream()
                        .mapToLong(n -> n == Long.MIN_VALUE ? n : n - 11)
                        .min()
                        .orElseThrow();
                before = Math.max(before, least);
                assertThat(times.watermark()).isEqualTo(new Watermark(before, false));
                if (random.nextInt(5) == 0) {
                    List<SplitTime> state = List.copyOf(
                            SplitTimesCodec.read(List.of(bytes(times))).values());
                    times = new SplitTimes(RULES);
                    state.forEach(times::add);
                    assertThat(times.watermark()).isEqualTo(new Watermark(before, false));
                }
            }
        }
    }

    private static byte[] bytes(SplitTimes times) {
        var buffer = SplitTimesCodec.write(times.state());
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}

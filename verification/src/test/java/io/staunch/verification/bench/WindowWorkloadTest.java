package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Total;
import io.staunch.verification.bench.run.WindowEvents;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the benchmark expects is what windows give. */
class WindowWorkloadTest {
    private static final long SLIDE_MS = 1_000;
    private static final Map<Integer, Long> ENDS = Map.of(0, 60_000L, 1, 70_000L);

    private record Place(long key, long end) {}

    @ParameterizedTest
    @ValueSource(longs = {1_000, 60_000})
    void theExpectedChecksumIsThatOfAllWindows(long sizeMs) {
        Map<Place, Total> windows = new HashMap<>();
        ENDS.forEach((split, events) -> {
            for (long n = 0; n < events; n++) {
                Event event = WindowEvents.event(split + n * ENDS.size());
                long first = Math.floorDiv(event.timestamp(), SLIDE_MS) * SLIDE_MS + SLIDE_MS;
                for (long end = first; end < first + sizeMs; end += SLIDE_MS) {
                    windows.merge(
                            new Place(event.key(), end),
                            Total.NONE.plus(event),
                            (left, right) -> new Total(left.count() + right.count(), left.sum() + right.sum()));
                }
            }
        });
        long sum = 0;
        for (Map.Entry<Place, Total> each : windows.entrySet()) {
            sum += WindowEvents.checksum(
                    each.getKey().key(),
                    each.getKey().end(),
                    each.getValue().count(),
                    each.getValue().sum());
        }
        assertThat(WindowWorkload.checksum(ENDS, sizeMs)).isEqualTo(sum);
    }
}

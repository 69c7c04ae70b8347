package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Result;
import io.staunch.verification.bench.run.CountedEvents.Total;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyedCountWorkloadTest {
    @Test
    void theChecksumIsThatOfCountingEventByEvent() {
        Map<Integer, Long> ends = Map.of(0, 40_000L, 1, 35_000L);
        Map<Long, Total> totals = new HashMap<>();
        long sum = 0;
        for (int split : List.of(1, 0)) {
            for (long n = 0; n < ends.get(split); n++) {
                Event event = Event.of(split + n * ends.size());
                Total total = totals.getOrDefault(event.key(), Total.NONE).plus(event);
                totals.put(event.key(), total);
                sum += new Result(event.key(), total.count(), total.sum()).checksum();
            }
        }
        assertThat(KeyedCountWorkload.checksum(ends)).isEqualTo(sum);
    }

    @Test
    void intervalsAreReadWithTheirUnit() {
        assertThat(Plan.intervalMs("off")).isZero();
        assertThat(Plan.intervalMs("1s")).isEqualTo(1000);
        assertThat(Plan.intervalMs("100ms")).isEqualTo(100);
        assertThatThrownBy(() -> Plan.intervalMs("100")).hasMessageContaining("100");
    }

    @Test
    void everySecondRoundIsTurnedRound() {
        var plan = new Plan(List.of(Kind.STAUNCH, Kind.LOOP), List.of(), 2, 1, 1, 1, 1, "1g", Optional.empty());
        assertThat(plan.order(1)).containsExactly(Kind.STAUNCH, Kind.LOOP);
        assertThat(plan.order(2)).containsExactly(Kind.LOOP, Kind.STAUNCH);
    }

    @Test
    void aWorkloadThatWritesAtCheckpointsTakesNoIntervalOff() {
        var plan = new Plan(List.of(), List.of("1s", "off"), 1, 1, 1, 1, 1, "1g", Optional.empty());
        assertThatThrownBy(() -> plan.checkpointedOr("topic-to-table", "1s"))
                .hasMessageContaining("topic-to-table writes at checkpoints");
    }

    @Test
    void aContenderIsFoundByItsOption() {
        assertThat(Kind.of("strong-loop")).isEqualTo(Kind.STRONG);
        assertThatThrownBy(() -> Kind.of("spark")).hasMessageContaining("strong-loop");
    }
}

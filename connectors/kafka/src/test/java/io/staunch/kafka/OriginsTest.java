package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.source.RecordPlace;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OriginsTest {
    private static final TopicPartition FLIGHTS = new TopicPartition("flights", 3);

    @Test
    void aPlaceIsFoundAgainFromItsNumber() {
        var origins = new Origins();
        origins.begin(new TopicPartition("other", 0), 0);
        Origins.Stretch stretch = origins.begin(FLIGHTS, 4_000_000_000_000_000L);
        long origin = stretch.origin(4_000_000_000_000_042L);
        assertThat(origin).isBetween(0L, (1L << 52) - 1);
        assertThat(origins.describe(origin)).isEqualTo("topic flights, partition 3, offset 4000000000000042");
    }

    @Test
    void aStretchEndsBeforeItsNumbersRunIntoTheNext() {
        Origins.Stretch stretch = new Origins().begin(FLIGHTS, 10);
        assertThat(stretch.reaches((1L << 40) + 9)).isTrue();
        assertThat(stretch.reaches((1L << 40) + 10)).isFalse();
        assertThat(stretch.reaches(9)).isFalse();
    }

    @Test
    void numbersStayBelowWhatTheEngineCanCarry() {
        var origins = new Origins();
        Origins.Stretch last = origins.begin(FLIGHTS, 0);
        for (int i = 1; i < 1 << 12; i++) {
            last = origins.begin(FLIGHTS, 0);
        }
        assertThat(last.origin((1L << 40) - 1)).isEqualTo((1L << 52) - 1);
        assertThatThrownBy(() -> origins.begin(FLIGHTS, 0)).hasMessageContaining("raise the parallelism");
    }

    @Test
    void aPlaceThatLastsIsThatOfTheSplit() {
        var origins = new Origins();
        Origins.Stretch stretch = origins.begin(FLIGHTS, 10);
        assertThat(origins.place(stretch.origin(42))).isEqualTo(new RecordPlace("flights-3", 42));
        assertThat(new KafkaPosition(FLIGHTS, "id", 42).place()).isEqualTo(new RecordPlace("flights-3", 42));
    }
}

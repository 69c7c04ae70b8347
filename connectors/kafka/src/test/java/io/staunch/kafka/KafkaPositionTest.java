package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import io.staunch.source.Split;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaPositionTest {
    @Test
    void aTopicsNameMayHoldDashesAndDigits() {
        var position = new KafkaPosition(new TopicPartition("a-1-b.2", 37), "pX_l-T", 42);
        assertThat(position.split()).isEqualTo(new Split("a-1-b.2-37", "topicId=pX_l-T,offset=42"));
        assertThat(KafkaPosition.of(position.split())).isEqualTo(position);
    }

    @Test
    void theEpochOfTheLeaderIsThereOnceItIsKnown() {
        var position = new KafkaPosition(new TopicPartition("flights", 3), "id", 42, 5);
        assertThat(position.split()).isEqualTo(new Split("flights-3", "topicId=id,offset=42,epoch=5"));
        assertThat(KafkaPosition.of(position.split())).isEqualTo(position);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "flights|topicId=a,offset=1",
                "flights-x|topicId=a,offset=1",
                "flights-01|topicId=a,offset=1",
                "flights-1|offset=1",
                "flights-1|topicId=a,offset=-1",
                "flights-1|topicId=a,offset=01",
                "flights-1|topicId=a,offset=1,more=2",
                "flights-1|topicId=a,offset=1,epoch=-1",
                "flights-1|topicId=a,offset=1,epoch=2,more=2",
            })
    void whatIsNoPositionIsNotGuessedAt(String id, String position) {
        assertThatThrownBy(() -> KafkaPosition.of(new Split(id, position)))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining(id)
                .hasMessageContaining(position);
    }
}

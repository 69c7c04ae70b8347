package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.kafka.testkit.broker.BrokerState.Move;
import org.junit.jupiter.api.Test;

class BrokerStateTest {
    @Test
    void aBrokerCanBeKilledWhetherItRunsOrIsPaused() {
        assertThat(BrokerState.UP.after(Move.KILL)).isEqualTo(BrokerState.DOWN);
        assertThat(BrokerState.PAUSED.after(Move.KILL)).isEqualTo(BrokerState.DOWN);
    }

    @Test
    void anIllegalMoveNamesTheStateAndTheMove() {
        assertThatThrownBy(() -> BrokerState.DOWN.after(Move.PAUSE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A Kafka broker that is DOWN can't pause; it would have to be [UP]");
    }

    @Test
    void nothingFollowsClosing() {
        for (Move move : Move.values()) {
            assertThatThrownBy(() -> BrokerState.CLOSED.after(move)).hasMessageContaining("CLOSED");
        }
    }
}

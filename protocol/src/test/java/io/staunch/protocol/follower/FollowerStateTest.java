package io.staunch.protocol.follower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FollowerStateTest {
    @Test
    void itCommitsInOrderAndOnlyWhatTheLeadHas() {
        FollowerState state = FollowerState.recovered(4).durable(5);
        assertThat(state.next()).isNull();
        state = state.allowed(5).durable(7);
        assertThat(state.next()).isEqualTo(5);
        state = state.committed(5);
        assertThat(state.next()).isNull();
        assertThat(state.allowed(7).next()).isEqualTo(7);
    }

    @Test
    void itLeavesNothingOut() {
        FollowerState state =
                FollowerState.recovered(4).durable(5).allowed(5).durable(6).allowed(6);
        assertThat(state.next()).isEqualTo(5);
        assertThatThrownBy(() -> state.committed(6)).hasMessage("checkpoint 6 was committed while 5 was next");
    }

    @Test
    void itLagsUpToABound() {
        FollowerState state = FollowerState.recovered(4).durable(5);
        assertThat(state.mayStart(2)).isTrue();
        assertThat(state.durable(6).mayStart(2)).isFalse();
    }

    @Test
    void illegalMovesThrow() {
        FollowerState state = FollowerState.recovered(4).durable(5);
        assertThatThrownBy(() -> state.durable(5)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> state.allowed(3)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> state.committed(5)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new FollowerState(5, List.of(5L), 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FollowerState(5, List.of(), 4)).isInstanceOf(IllegalArgumentException.class);
    }
}

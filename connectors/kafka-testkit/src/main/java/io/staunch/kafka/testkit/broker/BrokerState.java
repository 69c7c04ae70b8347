package io.staunch.kafka.testkit.broker;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Where a {@link KafkaBroker} is in its life. */
enum BrokerState {
    DOWN,
    UP,
    PAUSED,
    CLOSED;

    /** What can be done to a broker: from which states, and where it leads. */
    enum Move {
        LAUNCH(EnumSet.of(DOWN), UP),
        KILL(EnumSet.of(UP, PAUSED), DOWN),
        PAUSE(EnumSet.of(UP), PAUSED),
        RESUME(EnumSet.of(PAUSED), UP),
        CLOSE(EnumSet.of(DOWN, UP, PAUSED), CLOSED);

        private final Set<BrokerState> from;
        private final BrokerState to;

        Move(Set<BrokerState> from, BrokerState to) {
            this.from = from;
            this.to = to;
        }
    }

    /**
     * Returns the state that a move leads to.
     *
     * @throws IllegalStateException if the move is not possible from here
     */
    BrokerState after(Move move) {
        if (!move.from.contains(this)) {
            throw new IllegalStateException("A Kafka broker that is %s can't %s; it would have to be %s"
                    .formatted(this, move.name().toLowerCase(Locale.ROOT), move.from));
        }
        return move.to;
    }
}

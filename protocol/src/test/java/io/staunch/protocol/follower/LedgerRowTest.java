package io.staunch.protocol.follower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LedgerRowTest {
    private static final Owner OWNER = new Owner(new UUID(1, 1), 1, new UUID(2, 1));
    private static final LedgerEntry THREE = new LedgerEntry("job", "table", 3, OWNER);
    private static final LedgerEntry FIVE = new LedgerEntry("job", "table", 5, OWNER);

    @Test
    void aCommitNeedsItsFenceAndTheEntryBefore() {
        assertThat(LedgerRow.commit(7, THREE, FIVE, 7, THREE)).isEqualTo(LedgerRow.WRITE);
        assertThat(LedgerRow.commit(7, null, THREE, 7, null)).isEqualTo(LedgerRow.WRITE);
        assertThat(LedgerRow.commit(7, THREE, FIVE, 8, THREE)).isEqualTo(LedgerRow.FENCED);
    }

    @Test
    void aCommitWhoseAnswerWasLostIsNotRepeated() {
        assertThat(LedgerRow.commit(7, THREE, FIVE, 7, FIVE)).isEqualTo(LedgerRow.ALREADY);
    }

    @Test
    void aRowThatHoldsSomethingElseWithoutAFenceStopsTheJob() {
        assertThatThrownBy(() -> LedgerRow.commit(7, THREE, FIVE, 7, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nobody has fenced it");
    }

    @Test
    void aWriteWithoutAnEntryNeedsItsFence() {
        assertThat(LedgerRow.write(7, 7)).isEqualTo(LedgerRow.WRITE);
        assertThat(LedgerRow.write(7, 8)).isEqualTo(LedgerRow.FENCED);
    }
}

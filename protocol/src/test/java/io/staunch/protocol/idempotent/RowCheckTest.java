package io.staunch.protocol.idempotent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.RefusedException;
import io.staunch.error.StaleOwnerException;
import io.staunch.ledger.Owner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowCheckTest {
    private static final UUID LINEAGE = new UUID(2, 1);
    private static final UUID OTHER = new UUID(2, 2);
    private static final Owner OLDER = new Owner(new UUID(1, 1), 1, LINEAGE);
    private static final Owner NEWER = new Owner(new UUID(1, 2), 2, LINEAGE);

    @Test
    void whoMayWriteGoesOn() {
        assertThatCode(() -> check(NEWER, null).take(OLDER)).doesNotThrowAnyException();
        assertThatCode(() -> check(NEWER, null).write(NEWER)).doesNotThrowAnyException();
        assertThatCode(() -> check(new Owner(new UUID(1, 3), 1, OTHER), LINEAGE).take(NEWER))
                .doesNotThrowAnyException();
    }

    @Test
    void aStaleWriterIsToldWhoWrites() {
        assertThatThrownBy(() -> check(OLDER, null).take(NEWER))
                .isInstanceOf(StaleOwnerException.class)
                .hasMessageContaining("sink 'totals' of job 'orders'")
                .hasMessageContaining(NEWER.toString());
        assertThatThrownBy(() -> check(OLDER, null).write(NEWER)).isInstanceOf(StaleOwnerException.class);
        assertThatThrownBy(() -> check(OLDER, null).write(null))
                .isInstanceOf(StaleOwnerException.class)
                .hasMessageContaining("nobody");
    }

    @Test
    void anotherHistoryIsRefusedWithTheWaysOut() {
        assertThatThrownBy(() ->
                        check(new Owner(new UUID(1, 3), 1, OTHER), null).take(NEWER))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("remove the row");
    }

    private static RowCheck check(Owner me, @Nullable UUID replaces) {
        return new RowCheck("orders", "totals", me, replaces);
    }
}

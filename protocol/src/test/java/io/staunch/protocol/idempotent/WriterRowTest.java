package io.staunch.protocol.idempotent;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.ledger.Owner;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WriterRowTest {
    private static final UUID LINEAGE = new UUID(2, 1);
    private static final UUID OTHER = new UUID(2, 2);
    private static final Owner OLDER = new Owner(new UUID(1, 1), 1, LINEAGE);
    private static final Owner NEWER = new Owner(new UUID(1, 2), 2, LINEAGE);

    @Test
    void theRowPassesOnlyToANewerEpoch() {
        assertThat(WriterRow.take(OLDER, null, null)).isEqualTo(WriterRow.WRITE);
        assertThat(WriterRow.take(NEWER, null, OLDER)).isEqualTo(WriterRow.WRITE);
        assertThat(WriterRow.take(OLDER, null, OLDER)).isEqualTo(WriterRow.WRITE);
        assertThat(WriterRow.take(OLDER, null, NEWER)).isEqualTo(WriterRow.STALE);
    }

    @Test
    void aCopyOfTheStoreIsRefused() {
        Owner copy = new Owner(new UUID(1, 3), 2, LINEAGE);
        assertThat(WriterRow.take(copy, null, NEWER)).isEqualTo(WriterRow.FOREIGN);
    }

    @Test
    void anotherLineageNeedsConsent() {
        Owner rewound = new Owner(new UUID(1, 3), 1, OTHER);
        assertThat(WriterRow.take(rewound, null, NEWER)).isEqualTo(WriterRow.FOREIGN);
        assertThat(WriterRow.take(rewound, LINEAGE, NEWER)).isEqualTo(WriterRow.WRITE);
    }

    @Test
    void onlyTheOneWhoTookTheRowWrites() {
        assertThat(WriterRow.write(NEWER, NEWER)).isEqualTo(WriterRow.WRITE);
        assertThat(WriterRow.write(OLDER, NEWER)).isEqualTo(WriterRow.STALE);
        assertThat(WriterRow.write(OLDER, null)).isEqualTo(WriterRow.STALE);
    }
}

package io.staunch.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.runtime.environment.LocalEnvironment;
import org.junit.jupiter.api.Test;

class AlignerTest {
    private final Aligner aligned = new Aligner(2, true, new LocalEnvironment());
    private final Aligner unaligned = new Aligner(2, false, new LocalEnvironment());

    @Test
    void aChannelIsNotReadBetweenItsBarrierAndTheLast() {
        assertThat(aligned.barrier(0, 1)).isFalse();
        assertThat(aligned.blocks(0)).isTrue();
        assertThat(aligned.blocks(1)).isFalse();
        assertThat(aligned.barrier(1, 1)).isTrue();
        assertThat(aligned.blocks(0)).isFalse();
    }

    @Test
    void nobodyWaitsForTheBarriersOfAFailedCheckpoint() {
        aligned.barrier(0, 1);
        aligned.abandon(1);
        assertThat(aligned.blocks(0)).isFalse();
        assertThat(aligned.barrier(1, 1)).isFalse();
        assertThat(aligned.barrier(0, 2)).isFalse();
        assertThat(aligned.barrier(1, 2)).isTrue();
    }

    @Test
    void theBarrierOfAFailedCheckpointMayComeBehindThatOfTheNextOnAnotherChannel() {
        for (Aligner aligner : new Aligner[] {aligned, unaligned}) {
            assertThat(aligner.barrier(0, 2)).isFalse();
            assertThat(aligner.barrier(1, 1)).isFalse();
            assertThat(aligner.blocks(1)).isFalse();
            assertThat(aligner.barrier(1, 2)).isTrue();
        }
    }

    @Test
    void onOneChannelBarriersComeInOrder() {
        for (Aligner aligner : new Aligner[] {aligned, unaligned}) {
            aligner.barrier(0, 2);
            assertThatThrownBy(() -> aligner.barrier(0, 1)).isInstanceOf(IllegalStateException.class);
        }
    }
}

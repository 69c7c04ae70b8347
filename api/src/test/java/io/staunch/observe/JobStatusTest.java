package io.staunch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.JobStatus.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobStatusTest {
    private static JobStatus status(Phase phase, int failedCheckpoints, String... waiting) {
        return new JobStatus("j", phase, 1, 0, 0, 0, failedCheckpoints, List.of(waiting), null);
    }

    @ParameterizedTest
    @EnumSource
    void onlyAFailedJobIsNotLive(Phase phase) {
        assertThat(status(phase, 0).live()).isEqualTo(phase != Phase.FAILED);
    }

    @ParameterizedTest
    @EnumSource
    void onlyARunningJobIsReady(Phase phase) {
        assertThat(status(phase, 0).ready()).isEqualTo(phase == Phase.RUNNING);
    }

    @Test
    void aJobWhoseLastCheckpointFailedIsLiveAndNotReady() {
        assertThat(status(Phase.RUNNING, 1).ready()).isFalse();
        assertThat(status(Phase.RUNNING, 1).live()).isTrue();
    }

    @Test
    void aJobThatWaitsForTheOutsideIsLive() {
        assertThat(status(Phase.STARTING, 0, "kafka").live()).isTrue();
        assertThat(status(Phase.STARTING, 0, "kafka").ready()).isFalse();
    }
}

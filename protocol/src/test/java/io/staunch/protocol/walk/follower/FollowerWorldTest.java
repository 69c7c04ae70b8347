package io.staunch.protocol.walk.follower;

import io.staunch.protocol.walk.Walks;
import io.staunch.protocol.walk.job.Faults;
import io.staunch.protocol.walk.job.JobWorld;
import io.staunch.protocol.walk.job.Setting;
import io.staunch.protocol.walk.job.Setting.Other;
import io.staunch.protocol.walk.job.Setting.Sinks;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A follower")
class FollowerWorldTest {
    private static Setting setting(Sinks sinks, int records, Faults faults) {
        return new Setting(sinks, Other.NONE, records, faults);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("shows the input's output once and in order, never before the lead, whatever happens")
    void holds(Setting setting, TestReporter reporter) {
        Walks.holds(new JobWorld(setting, null), reporter);
    }

    static Stream<Setting> holds() {
        return Stream.of(
                setting(Sinks.FOLLOWER, 2, Faults.of(2, 1, 1, 1)), setting(Sinks.BOTH, 2, Faults.of(2, 1, 0, 0)));
    }
}

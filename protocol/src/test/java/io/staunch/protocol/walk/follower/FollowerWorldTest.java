package io.staunch.protocol.walk.follower;

import io.staunch.protocol.walk.Walks;
import io.staunch.protocol.walk.job.Faults;
import io.staunch.protocol.walk.job.Flaw;
import io.staunch.protocol.walk.job.JobWorld;
import io.staunch.protocol.walk.job.Setting;
import io.staunch.protocol.walk.job.Setting.Other;
import io.staunch.protocol.walk.job.Setting.Sinks;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A follower")
class FollowerWorldTest {
    private static Setting of(Sinks sinks, int records, Faults faults) {
        return new Setting(sinks, Other.NONE, records, faults);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("shows the input's output once and in order, never before the lead, whatever happens")
    void holds(Setting setting, TestReporter reporter) {
        Walks.holds("follower | " + setting, new JobWorld(setting, null), reporter);
    }

    static Stream<Setting> holds() {
        Stream<Setting> moderate = Stream.of(
                of(Sinks.BOTH, 2, Faults.of(2, 1, 0, 1)),
                of(Sinks.BOTH, 3, Faults.of(2, 0, 1, 0)),
                of(Sinks.FOLLOWER, 2, Faults.of(2, 1, 1, 1)),
                of(Sinks.FOLLOWER_ADDED, 2, Faults.of(2, 1, 0, 0)),
                of(Sinks.LEAD_ADDED, 2, Faults.of(2, 1, 0, 0)));
        Stream<Setting> full = Stream.of(
                of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0)),
                of(Sinks.BOTH, 2, Faults.of(3, 0, 0, 0)),
                of(Sinks.FOLLOWER, 3, Faults.of(3, 1, 0, 0)),
                of(Sinks.FOLLOWER_ADDED, 3, Faults.of(2, 1, 1, 0)),
                of(Sinks.LEAD_ADDED, 3, Faults.of(2, 1, 1, 0)));
        return Walks.FULL ? Stream.concat(moderate, full) : moderate;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    @DisplayName("is found broken when")
    void isFoundBroken(Flaw flaw, Setting setting, TestReporter reporter) {
        Walks.isFound("follower | " + flaw + " | " + setting, new JobWorld(setting, flaw), reporter);
    }

    static Stream<Arguments> isFoundBroken() {
        return Stream.of(
                Arguments.of(Flaw.FOLLOWER_FIRST, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.NO_FOLLOWER_FENCE, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.FOLLOWER_FENCED_LATE, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.FENCED_BY_NAME, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.FOLLOWER_NOT_RETAINED, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.CATCH_UP_DROPPED, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.CATCH_UP_BY_NUMBER, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.FIRST_ENTRY_SKIPPED, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.EMPTY_COPY_NOT_ENTERED, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.LOOK_BEFORE_READ, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.READ_BEFORE_FENCE, of(Sinks.BOTH, 3, Faults.of(2, 1, 1, 0))),
                Arguments.of(Flaw.FOLLOWER_ENTERED_FIRST, of(Sinks.FOLLOWER_ADDED, 2, Faults.of(2, 0, 0, 0))));
    }
}

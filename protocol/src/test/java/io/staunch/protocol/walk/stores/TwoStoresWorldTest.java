package io.staunch.protocol.walk.stores;

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

@DisplayName("A second store beside one ledger")
class TwoStoresWorldTest {
    private static Setting of(Sinks sinks, Other other, int records, Faults faults) {
        return new Setting(sinks, other, records, faults);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("is refused for the right reason, repeats and loses nothing, and leaves the owner its job")
    void holds(Setting setting, TestReporter reporter) {
        Walks.holds("two stores | " + setting, new JobWorld(setting, null), reporter);
    }

    static Stream<Setting> holds() {
        Stream<Setting> moderate = Stream.of(
                of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0)),
                of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 1, 0, 1, 1, 0)),
                of(Sinks.LEAD, Other.COPY, 1, new Faults(2, 1, 0, 0, 0, 0)),
                of(Sinks.LEAD, Other.COPY, 1, new Faults(1, 2, 0, 0, 0, 0)),
                of(Sinks.LEAD, Other.COPY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0)),
                of(Sinks.LEAD, Other.COPY, 1, new Faults(1, 1, 0, 1, 1, 0)),
                of(Sinks.LEAD, Other.FOREIGN, 2, new Faults(1, 2, 0, 0, 0, 0)),
                of(Sinks.BOTH, Other.COPY, 1, new Faults(1, 1, 0, 0, 0, 0)));
        Stream<Setting> full = Stream.of(
                of(Sinks.LEAD, Other.EMPTY, 2, new Faults(1, 2, 0, 0, 0, 0)),
                of(Sinks.LEAD, Other.COPY, 2, new Faults(1, 2, 0, 0, 0, 0)),
                of(Sinks.LEAD, Other.COPY, 2, new Faults(2, 1, 0, 0, 0, 0)),
                of(Sinks.LEAD, Other.FOREIGN, 1, new Faults(2, 2, 0, 0, 0, 0)));
        return Walks.FULL ? Stream.concat(moderate, full) : moderate;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    @DisplayName("is found broken when")
    void isFoundBroken(Flaw flaw, Setting setting, TestReporter reporter) {
        Walks.isFound("two stores | " + flaw + " | " + setting, new JobWorld(setting, flaw), reporter);
    }

    static Stream<Arguments> isFoundBroken() {
        return Stream.of(
                Arguments.of(Flaw.NO_EARLY_LOOK, of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0))),
                Arguments.of(Flaw.OWNER_BEFORE_JUDGING, of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0))),
                Arguments.of(Flaw.EMPTY_IS_FIRST, of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0))),
                Arguments.of(Flaw.ALWAYS_OWNER, of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0))),
                Arguments.of(Flaw.READ_BEFORE_FENCE, of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0))),
                Arguments.of(Flaw.MATCHED_BY_ID, of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 2, 0, 0, 0, 0))),
                Arguments.of(Flaw.NO_OWNER_RECORD, of(Sinks.LEAD, Other.COPY, 1, new Faults(2, 1, 0, 0, 0, 0))),
                Arguments.of(Flaw.NO_CLAIMANTS, of(Sinks.LEAD, Other.COPY, 1, new Faults(2, 1, 0, 0, 0, 0))),
                Arguments.of(
                        Flaw.CONSENT_SILENCES_THE_LOOK,
                        of(Sinks.LEAD, Other.COPY_LATER, 2, new Faults(1, 2, 1, 0, 0, 0))));
    }
}

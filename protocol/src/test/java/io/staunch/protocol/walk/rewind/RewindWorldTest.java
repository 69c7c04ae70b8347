package io.staunch.protocol.walk.rewind;

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

@DisplayName("A rewind")
class RewindWorldTest {
    private static Setting of(Sinks sinks, Other other, int records, Faults faults) {
        return new Setting(sinks, other, records, faults);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("repeats what was reported with consent and nothing without, and loses nothing")
    void holds(Setting setting, TestReporter reporter) {
        Walks.holds("rewind | " + setting, new JobWorld(setting, null), reporter);
    }

    static Stream<Setting> holds() {
        Stream<Setting> moderate = Stream.of(
                of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 1, 2, 0, 0, 0)),
                of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 1, 1, 0, 1, 0)),
                of(Sinks.LEAD, Other.EMPTY, 1, new Faults(1, 1, 1, 1, 1, 0)),
                of(Sinks.BOTH, Other.EMPTY, 1, new Faults(1, 1, 1, 0, 0, 0)),
                of(Sinks.FOLLOWER, Other.EMPTY, 2, new Faults(1, 1, 2, 0, 0, 0)));
        Stream<Setting> full = Stream.of(
                of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0)),
                of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 1, 1, 1, 1, 0)),
                of(Sinks.FOLLOWER_ADDED, Other.EMPTY, 1, new Faults(2, 1, 1, 0, 0, 0)),
                of(Sinks.LEAD, Other.EMPTY, 1, new Faults(2, 1, 2, 0, 0, 0)),
                of(Sinks.BOTH, Other.EMPTY_LATER, 3, new Faults(1, 1, 1, 0, 1, 0)));
        return Walks.FULL ? Stream.concat(moderate, full) : moderate;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource
    @DisplayName("is found broken when")
    void isFoundBroken(Flaw flaw, Setting setting, TestReporter reporter) {
        Walks.isFound("rewind | " + flaw + " | " + setting, new JobWorld(setting, flaw), reporter);
    }

    static Stream<Arguments> isFoundBroken() {
        return Stream.of(
                Arguments.of(Flaw.CONSENT_ASSUMED, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(
                        Flaw.READ_BEFORE_FIRST_ENTRY,
                        of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(Flaw.LINEAGE_KEPT, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(
                        Flaw.REPLACED_FORGOTTEN, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(
                        Flaw.REPLACED_BY_LINEAGE, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(
                        Flaw.READ_BEFORE_FENCE, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(Flaw.ALWAYS_OWNER, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 2, 1, 0, 0, 0))),
                Arguments.of(
                        Flaw.ONE_LEDGER_ASKED, of(Sinks.FOLLOWER_ADDED, Other.EMPTY, 1, new Faults(2, 1, 1, 0, 0, 0))),
                Arguments.of(Flaw.RECORD_FORGOTTEN, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(1, 1, 1, 0, 1, 0))),
                Arguments.of(
                        Flaw.REWIND_FROM_NEWEST, of(Sinks.LEAD, Other.EMPTY_LATER, 3, new Faults(2, 1, 2, 0, 0, 0))));
    }
}

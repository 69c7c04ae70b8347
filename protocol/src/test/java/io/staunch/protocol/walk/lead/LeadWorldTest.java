package io.staunch.protocol.walk.lead;

import io.staunch.protocol.walk.Walks;
import io.staunch.protocol.walk.lead.LeadSystem.Faults;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The lead")
class LeadWorldTest {
    @ParameterizedTest(name = "{0} records, {1}")
    @MethodSource
    @DisplayName("commits the input's output once and in order, whatever happens, and goes on when faults cease")
    void holds(int records, Faults faults, TestReporter reporter) {
        Walks.holds(
                "lead | " + records + " records, " + faults, new LeadWorld(records, faults, new Rules(null)), reporter);
    }

    static Stream<Arguments> holds() {
        Stream<Arguments> moderate = Stream.of(
                Arguments.of(3, new Faults(1, 1, 2, 1)),
                Arguments.of(3, new Faults(2, 1, 1, 0)),
                Arguments.of(3, new Faults(2, 1, 0, 1)),
                Arguments.of(3, new Faults(2, 2, 0, 0)),
                Arguments.of(2, new Faults(3, 0, 0, 0)));
        Stream<Arguments> full = Stream.of(
                Arguments.of(3, new Faults(1, 2, 2, 2)),
                Arguments.of(3, new Faults(2, 2, 1, 1)),
                Arguments.of(2, new Faults(3, 1, 1, 0)),
                Arguments.of(3, new Faults(3, 0, 0, 0)));
        return Walks.FULL ? Stream.concat(moderate, full) : moderate;
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("is found broken when")
    void isFoundBroken(Break broken, TestReporter reporter) {
        Walks.isFound("lead | " + broken, new LeadWorld(3, new Faults(2, 1, 0, 1), new Rules(broken)), reporter);
    }
}

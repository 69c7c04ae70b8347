package io.staunch.protocol.walk.idempotent;

import io.staunch.protocol.walk.Walks;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("An idempotent sink")
class UpsertWorldTest {
    @ParameterizedTest(name = "{0} records, processes {1}, declines {2}")
    @MethodSource
    @DisplayName("converges, and never shows a value older than what a complete checkpoint has seen")
    void holds(int records, int processes, int declines, TestReporter reporter) {
        String name = "idempotent | " + records + " records, processes " + processes + ", declines " + declines;
        Walks.holds(name, new UpsertWorld(records, processes, declines, null), reporter);
    }

    static Stream<Arguments> holds() {
        Stream<Arguments> moderate = Stream.of(Arguments.of(4, 2, 1), Arguments.of(3, 3, 0));
        return Walks.FULL ? Stream.concat(moderate, Stream.of(Arguments.of(5, 3, 1))) : moderate;
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("is found broken when")
    void isFoundBroken(Break broken, TestReporter reporter) {
        Walks.isFound("idempotent | " + broken, new UpsertWorld(4, 2, 0, broken), reporter);
    }
}

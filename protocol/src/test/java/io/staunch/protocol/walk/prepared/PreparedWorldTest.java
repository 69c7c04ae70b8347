package io.staunch.protocol.walk.prepared;

import static io.staunch.protocol.walk.prepared.Setting.Template.PREPARED;
import static io.staunch.protocol.walk.prepared.Setting.Template.WRITE_AHEAD;

import io.staunch.protocol.walk.Walks;
import io.staunch.protocol.walk.prepared.Setting.Faults;
import io.staunch.protocol.walk.prepared.Setting.Template;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Sinks that prepare, and several followers")
class PreparedWorldTest {
    private static final List<Template> ONE = List.of(PREPARED);
    private static final List<Template> BOTH = List.of(PREPARED, WRITE_AHEAD);
    private static final List<Template> WRITTEN = List.of(WRITE_AHEAD, WRITE_AHEAD);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("show the input's output once and in order, and leave nothing prepared, whatever happens")
    void holds(Setting setting, TestReporter reporter) {
        Walks.holds("prepared | " + setting, new PreparedWorld(setting, null), reporter);
    }

    static Stream<Setting> holds() {
        Stream<Setting> moderate = Stream.of(
                one(false, false, true, 2, new Faults(0, 1, 1, 0)),
                one(false, false, false, 2, new Faults(1, 0, 0, 0)),
                one(true, false, true, 2, new Faults(0, 0, 1, 0)),
                one(true, true, true, 3, new Faults(0, 0, 0, 1)),
                one(false, false, false, 2, new Faults(0, 1, 0, 1)),
                new Setting(true, ONE, false, false, 2, 2, List.of(2, 1), new Faults(0, 0, 1, 0)),
                new Setting(false, ONE, true, false, 2, 2, List.of(1, 2), new Faults(0, 1, 0, 0)),
                new Setting(true, BOTH, false, false, 2, 1, List.of(1, 1), new Faults(0, 0, 0, 0)),
                new Setting(false, WRITTEN, false, false, 2, 1, List.of(1, 1), new Faults(0, 1, 0, 0)));
        Stream<Setting> full = Stream.of(one(false, false, false, 2, new Faults(1, 1, 0, 0)));
        return Walks.FULL ? Stream.concat(moderate, full) : moderate;
    }

    private static Setting one(boolean lead, boolean copies, boolean locks, int records, Faults faults) {
        return new Setting(lead, ONE, copies, locks, records, 1, List.of(1, 1), faults);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("are found broken when")
    void isFoundBroken(Break broken, Setting setting, TestReporter reporter) {
        Walks.isFound("prepared | " + broken + " | " + setting, new PreparedWorld(setting, broken), reporter);
    }

    static Stream<Arguments> isFoundBroken() {
        var plain = new Setting(false, ONE, false, false, 2, 1, List.of(1, 1), new Faults(0, 1, 1, 0));
        var least = one(false, false, false, 2, new Faults(0, 0, 0, 0));
        var lead = new Setting(true, ONE, false, false, 3, 1, List.of(1, 1), new Faults(0, 1, 0, 0));
        var dropping = new Setting(false, ONE, false, false, 2, 1, List.of(1, 1), new Faults(0, 0, 0, 1));
        var copies = new Setting(false, ONE, true, false, 3, 1, List.of(1, 1), new Faults(0, 0, 0, 1));
        var locks = new Setting(false, ONE, true, true, 2, 1, List.of(1, 1), new Faults(0, 0, 1, 1));
        var rescaled = new Setting(false, ONE, false, false, 2, 2, List.of(2, 1), new Faults(0, 0, 0, 0));
        var two = new Setting(true, BOTH, false, false, 2, 1, List.of(1, 1), new Faults(0, 0, 0, 0));
        return Stream.of(
                Arguments.of(Break.TOKENS_ANEW, plain),
                Arguments.of(Break.COMMIT_UNASKED, dropping),
                Arguments.of(Break.EVIDENCE_FIRST, plain),
                Arguments.of(Break.ROLLED_BACK_FIRST, plain),
                Arguments.of(Break.STRAYS_LEFT, least),
                Arguments.of(Break.STRAYS_ONCE, least),
                Arguments.of(Break.ANYBODYS_ROLLED_BACK, lead),
                Arguments.of(Break.DECLINED_FORGOTTEN, plain),
                Arguments.of(Break.DECLINED_ROLLED_BACK, plain),
                Arguments.of(Break.OWN_TASK_ONLY, rescaled),
                Arguments.of(Break.BEFORE_LEAD, lead),
                Arguments.of(Break.DURABLE_UNPREPARED, least),
                Arguments.of(Break.ENTERED_EARLY, plain),
                Arguments.of(Break.NOT_RETAINED, lead),
                Arguments.of(Break.ONE_RETAINS, two),
                Arguments.of(Break.COPY_UNFENCED, copies),
                Arguments.of(Break.COPY_BEHIND_PREPARED, locks),
                Arguments.of(Break.NO_LOCK_TIMEOUT, locks));
    }
}

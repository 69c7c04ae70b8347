package io.staunch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.aggregate.Aggregates;
import io.staunch.error.ConfigurationException;
import io.staunch.process.SideOutput;
import io.staunch.window.GlobalWindows;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.Trigger;
import io.staunch.window.TumblingWindows;
import io.staunch.window.WindowRules;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of windows that can't be. */
class WindowedPipelineTest {
    private static List<String> problems(WindowRules rules) {
        return rules.problems();
    }

    private static WindowRules triggered(io.staunch.window.Windows windows, Trigger trigger) {
        return new WindowRules(windows, Duration.ZERO, null, trigger);
    }

    @Test
    void rightOnesHaveNoProblems() {
        assertThat(problems(
                        WindowRules.of(TumblingWindows.of(Duration.ofDays(1)).offsetBy(Duration.ofHours(-1)))))
                .isEmpty();
        assertThat(problems(
                        WindowRules.of(SlidingWindows.of(Duration.ofSeconds(70)).every(Duration.ofMinutes(1)))))
                .isEmpty();
        assertThat(problems(WindowRules.of(SessionWindows.withGap(Duration.ofMillis(1)))))
                .isEmpty();
        assertThat(problems(triggered(GlobalWindows.all(), Trigger.everyRecords(1))))
                .isEmpty();
    }

    @Test
    void eachMistakeIsToldWithTheWayOut() {
        assertThat(problems(WindowRules.of(TumblingWindows.of(Duration.ofNanos(1_500_000)))))
                .singleElement()
                .asString()
                .contains("whole milliseconds");
        assertThat(problems(WindowRules.of(TumblingWindows.of(Duration.ZERO)))).hasSize(1);
        assertThat(problems(
                        WindowRules.of(SlidingWindows.of(Duration.ofSeconds(1)).every(Duration.ofSeconds(2)))))
                .singleElement()
                .asString()
                .contains("TumblingWindows");
        assertThat(problems(
                        WindowRules.of(SlidingWindows.of(Duration.ofDays(30)).every(Duration.ofMillis(1)))))
                .singleElement()
                .asString()
                .contains("longer slide");
        assertThat(problems(WindowRules.of(GlobalWindows.all())))
                .singleElement()
                .asString()
                .contains("trigger(...)");
        assertThat(problems(triggered(
                        SlidingWindows.of(Duration.ofSeconds(2)).every(Duration.ofSeconds(1)),
                        Trigger.everyRecords(1))))
                .singleElement()
                .asString()
                .contains("shorter slide");
        assertThat(problems(triggered(SessionWindows.withGap(Duration.ofSeconds(1)), Trigger.everyRecords(1))))
                .hasSize(1);
        assertThat(problems(triggered(
                        TumblingWindows.of(Duration.ofSeconds(1)),
                        Trigger.everyRecords(1).discardingWhatWasGiven())))
                .singleElement()
                .asString()
                .contains("GlobalWindows");
        assertThat(problems(triggered(GlobalWindows.all(), Trigger.everyRecords(0))))
                .hasSize(1);
        assertThat(problems(new WindowRules(
                        GlobalWindows.all(), Duration.ofSeconds(1), SideOutput.named("late"), Trigger.everyRecords(1))))
                .singleElement()
                .asString()
                .contains("nothing is late");
    }

    @Test
    void theClassOfADistinctValueIsReadOffTheFunctionOrAskedFor() {
        assertThat(Aggregates.distinctCount(String::length).accumulatorType()).isNotNull();
        assertThatThrownBy(() -> Aggregates.<String, Object>distinctCount(text -> (Object) text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("distinctCount(Value.class, function)");
        assertThatThrownBy(() -> Aggregates.topN(0, String.class, String::compareTo))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSumBeyondTheRangeOfLongIsAnError() {
        assertThatThrownBy(() -> sum(Aggregates.sum((Long n) -> n), Long.MAX_VALUE, 1L))
                .isInstanceOf(ArithmeticException.class);
    }

    private static <A> Long sum(io.staunch.function.Aggregate<Long, A, Long> aggregate, long first, long second) {
        return aggregate.result(aggregate.add(aggregate.add(aggregate.create(), first), second));
    }

    private record Address(byte[] bytes) {}

    private record Visit(String page, Address from) {}

    /** Or each record would count, and what a restore has read would never be taken out again. */
    @Test
    void arraysCantBeCountedAsDifferentValues() {
        assertThatThrownBy(() -> Aggregates.distinctCount((Address address) -> address.bytes()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("distinctCount of byte[]")
                .hasMessageContaining("use String or List");
        assertThatThrownBy(() -> Aggregates.distinctCount(Visit.class, (Visit visit) -> visit))
                .hasMessageContaining("Visit");
    }
}

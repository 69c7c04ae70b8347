package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Broadcast;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.error.ConfigurationException;
import io.staunch.keyed.Deduplication;
import io.staunch.process.SideOutput;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import io.staunch.window.GlobalWindows;
import io.staunch.window.TumblingWindows;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with joins, deduplication and times to live is told before the start. */
class JoinRulesTest {
    @TempDir
    Path folder;

    private static Stream<Long> numbers(Pipeline pipeline, String name) {
        return pipeline.from(name, new Numbers(1, 1, true));
    }

    @Test
    void allMistakesOfJoinsAndDeduplicationAreToldAtOnce() {
        Pipeline pipeline = Pipeline.named("mistakes");
        Stream<Long> one = numbers(pipeline, "one");
        Stream<Long> two = numbers(pipeline, "two");
        one.keyByLong(n -> n)
                .join(two.keyByLong(n -> n))
                .within(Duration.ofMillis(-5), Duration.ofMillis(4))
                .map("join", Long.class, Long.class, Long::sum)
                .to("a", new Sinks.Transactional<>("a"));
        one.keyByLong(n -> n)
                .deduplicate("once", Deduplication.byEventTime(Duration.ofNanos(5)))
                .to("b", new Sinks.Transactional<>("b"));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("join 'join': no time is from PT-0.005S before to PT0.004S after")
                .hasMessageContaining("join 'join' goes by event time")
                .hasMessageContaining("deduplication 'once': the time to live must be whole milliseconds")
                .hasMessageContaining("deduplication 'once' goes by event time");
    }

    @Test
    void aSideOutputOfWindowsJoinsAndDeduplicationThatNobodyReadsOrThatThereIsNotIsToldBeforeTheStart() {
        Pipeline pipeline = Pipeline.named("sides");
        SideOutput<Long> late = SideOutput.named("late");
        SideOutput<Long> lateRight = SideOutput.named("late-right");
        SideOutput<Long> twice = SideOutput.named("twice");
        Stream<Long> one = numbers(pipeline, "one");
        Stream<Long> two = numbers(pipeline, "two");
        Stream<Long> joined = one.keyByLong(n -> n)
                .join(two.keyByLong(n -> n))
                .within(Duration.ZERO, Duration.ofMillis(4))
                .lateTo(late, lateRight)
                .map("join", Long.class, Long.class, Long::sum);
        joined.to("a", new Sinks.Transactional<>("a"));
        joined.sideOutput(late).to("b", new Sinks.Transactional<>("b"));
        joined.sideOutput(twice).to("c", new Sinks.Transactional<>("c"));
        one.keyByLong(n -> n)
                .deduplicate(
                        "once",
                        Deduplication.byProcessingTime(Duration.ofMillis(5)).duplicatesTo(twice))
                .to("d", new Sinks.Transactional<>("d"));
        one.keyByLong(n -> n)
                .window(TumblingWindows.of(Duration.ofMillis(5)))
                .lateTo(late)
                .list("windows", Long.class)
                .map((window, key, all) -> key)
                .to("e", new Sinks.Transactional<>("e"));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("side output 'late-right' of operator 'join' leads nowhere")
                .hasMessageContaining("side output 'twice' is asked of 'join', which has none of that name")
                .hasMessageContaining("side output 'twice' of operator 'once' leads nowhere")
                .hasMessageContaining("side output 'late' of operator 'windows' leads nowhere")
                .hasMessageNotContaining("side output 'late' of operator 'join'");
    }

    @Test
    void allMistakesOfWindowedJoinsAreToldAtOnce() {
        Pipeline pipeline = Pipeline.named("windowed");
        SideOutput<Long> late = SideOutput.named("late");
        SideOutput<Long> lateRight = SideOutput.named("late-right");
        var left = numbers(pipeline, "one").keyByLong(n -> n);
        var right = numbers(pipeline, "two").keyByLong(n -> n);
        left.join(right)
                .window(GlobalWindows.all())
                .map("endless", Long.class, Long.class, Long::sum)
                .to("a", new Sinks.Transactional<>("a"));
        Stream<Long> joined = left.join(right)
                .window(TumblingWindows.of(Duration.ZERO))
                .lateTo(late, lateRight)
                .map("empty", Long.class, Long.class, Long::sum);
        joined.to("b", new Sinks.Transactional<>("b"));
        joined.sideOutput(lateRight).to("c", new Sinks.Transactional<>("c"));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("join 'endless': GlobalWindows have no end")
                .hasMessageContaining("join 'endless' goes by event time")
                .hasMessageContaining("join 'empty': ")
                .hasMessageContaining("side output 'late' of operator 'empty' leads nowhere")
                .hasMessageNotContaining("side output 'late-right' of operator 'empty'");
        assertThat(pipeline.toString()).contains("empty <- ", "(join in tumbling windows of PT0S by long key)");
    }

    @Test
    void aBroadcastThatNobodyReadsIsToldBeforeTheStart() {
        Pipeline pipeline = Pipeline.named("broadcast");
        Broadcast<Long, String> unread = numbers(pipeline, "one")
                .broadcast("unread", Long.class, String.class, (n, table) -> table.put(n, "number " + n));
        assertThat(pipeline.toString()).contains("unread <- one  (broadcast)");
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("broadcast 'unread' is read by nobody: connect a stream to it with connect(...)");
        assertThatThrownBy(() -> numbers(Pipeline.named("other"), "two").connect(unread))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a stream of pipeline 'other' can't be connected to a broadcast of 'broadcast'");
    }

    /** It has no time that could hold up that of the stream, so it need have none. */
    @Test
    void aTableThatCantBeKeptIsToldBeforeTheStartAndNeedsNoEventTime() {
        Pipeline pipeline = Pipeline.named("tables");
        Broadcast<Long, Object> table =
                numbers(pipeline, "one").broadcast("table", Long.class, Object.class, (n, all) -> all.put(n, n));
        Stream<Long> timed = numbers(pipeline, "two").eventTimeMillis(n -> n, Duration.ofMillis(1));
        timed.connect(table)
                .<Long>process("whole", (states, all) -> (n, context) -> context.emit(n))
                .union(timed)
                .to("out", new Sinks.Transactional<>("out"));
        assertThatThrownBy(
                        () -> Staunch.start(pipeline, Settings.stateIn(folder)).close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("state 'table' of operator 'table'")
                .hasMessageNotContaining("unites");
    }

    @Test
    void streamsWithDifferentKeysCantBeJoined() {
        Pipeline pipeline = Pipeline.named("keys");
        var left = numbers(pipeline, "one").keyByLong(n -> n);
        var right = numbers(pipeline, "two").keyBy(Long.class, n -> n);
        assertThatThrownBy(() -> left.join(right)
                        .within(Duration.ZERO, Duration.ofMillis(1))
                        .map("join", Long.class, Long.class, Long::sum))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("long and java.lang.Long");
    }

    @Test
    void aTimeToLiveThatIsNoneIsRefusedWithTheOperatorsName() {
        Pipeline pipeline = Pipeline.named("expiring");
        numbers(pipeline, "one")
                .keyByLong(n -> n)
                .<Long>process("short", states -> {
                    ValueState<Long> last =
                            states.expiring(TimeToLive.sinceUse(Duration.ZERO)).value("last", Long.class);
                    return (value, context) -> last.set(value);
                })
                .to("out", new Sinks.Transactional<>("out"));
        assertThatThrownBy(
                        () -> Staunch.start(pipeline, Settings.stateIn(folder)).close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("operator 'short': a time to live must be whole milliseconds");
    }
}

package io.staunch.verification.kit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.real.RealRun;
import io.staunch.testkit.simulation.OwnOutside;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.verification.kit.Foreign.Count;
import io.staunch.verification.kit.Foreign.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Simulations that would pass whatever the pipeline does are refused, and mistakes of a user are told as such. */
class WhatTestsNothingTest {
    private static final List<String> WORDS = Foreign.words(60);

    @Test
    void ofAPipelineThatGivesNoOutputNothingWouldBeTested() {
        assertThatThrownBy(() -> of(words().filter(word -> false).map(word -> new Count(word, 1)))
                        .feed("words", WORDS)
                        .expectExactlyOnce())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing has to come out at [counted]");
        assertThatThrownBy(() -> exact(WORDS).first(0).expectExactlyOnce())
                .hasMessageContaining("nothing has to come out");
    }

    @Test
    void norOnARealBrokerWhichIsNotEvenStarted() {
        assertThatThrownBy(() -> RealRun.of(WhatTestsNothingTest::silent)
                        .feed("words", WORDS)
                        .capture("counted")
                        .expectExactlyOnce())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing has to come out at [counted]");
    }

    static Pipeline silent(String broker) {
        Pipeline pipeline = Pipeline.named("words");
        pipeline.from("words", KafkaSource.strings().bootstrapServers(broker).topic("words"))
                .filter(word -> false)
                .to("counted", KafkaSink.strings().bootstrapServers(broker).topic("counted"));
        return pipeline;
    }

    @Test
    void anExpectationOfNothingIsRefusedThoughEachRunWouldMeetIt() {
        assertThatThrownBy(
                        () -> exact(WORDS).expect("counted", List.<Output>of()).expectExactlyOnce())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing has to come out at [counted]");
    }

    @Test
    void anExpectationThatLeavesOutWhatComesLastIsFoundWithoutFaults() {
        List<Output> right = exact(WORDS).reference().get("counted");
        exact(WORDS).expect("counted", right).seeds(5).expectExactlyOnce();

        assertThatThrownBy(() -> exact(WORDS)
                        .expect("counted", right.subList(0, right.size() - 5))
                        .seeds(5)
                        .expectExactlyOnce())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("already without faults")
                .hasMessageContaining("sink 'counted'");
    }

    @Test
    void whatIsExpectedAtASinkThatIsNotCapturedIsRefusedByName() {
        assertThatThrownBy(() -> exact(WORDS).expect("count", List.<Output>of()).expectExactlyOnce())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at 'count'")
                .hasMessageContaining("captured are [counted]");
    }

    @Test
    void aFunctionThatThrowsIsNamedWhereTheJobIsFoundNotToEnd() {
        assertThatThrownBy(() -> of(words().map(word -> {
                            throw new IllegalStateException("not this one");
                        }))
                        .feed("words", WORDS)
                        .expectExactlyOnce())
                .hasMessageContaining("a run without faults has failed")
                .hasMessageContaining("the job has been restarting, at last for: a function of operator 'map-1'")
                .hasMessageContaining("java.lang.IllegalStateException")
                .hasMessageNotContaining("./staunch simulate");
    }

    @Test
    void aSourceOfKafkaThatIsNotFedIsNamed() {
        assertThatThrownBy(() -> Simulation.of(() -> Pipeline.named("words")
                                .from(
                                        "words",
                                        KafkaSource.strings()
                                                .bootstrapServers("b:1")
                                                .topic("words"))
                                .map(word -> new Count(word, 1))
                                .to("counted", new Transactions()))
                        .capture("counted")
                        .expectExactlyOnce())
                .hasMessageContaining("sources that are not fed: [words]");
    }

    @Test
    void aWatchWithTheNameOfASinkIsRefused() {
        OwnOutside<List<String>> outside =
                OwnOutside.<List<String>>of(ArrayList::new).watch("counted", list -> list);
        assertThatThrownBy(() -> Simulation.of(outside, list -> counting())
                        .feed("words", WORDS)
                        .expectExactlyOnce())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'counted' is the name of a sink and of what is watched");
    }

    @Test
    void aWatchedListThatGetsShorterIsToldWithItsNameAndTheSeed() {
        OwnOutside<AtomicInteger> outside = OwnOutside.of(AtomicInteger::new)
                .watch("calls", looks -> looks.getAndIncrement() == 0 ? List.of("call") : List.of());
        assertThatThrownBy(() -> Simulation.of(outside, looks -> counting())
                        .feed("words", WORDS)
                        .expect("calls", List.of(new Output(0, null, "call"), new Output(0, null, "another")))
                        .from(17)
                        .seeds(1)
                        .run(Guarantee.EXACTLY_ONCE))
                .hasMessageContaining("the run of seed 17 could not be carried out")
                .hasMessageContaining("'calls' is watched")
                .hasMessageContaining("had 1 entries and has 0 now");
    }

    @Test
    void numbersAndLanesThatAreNoneAreRefused() {
        assertThatThrownBy(() -> exact(WORDS).first(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("first(-1)");
        assertThatThrownBy(() -> Simulation.of(WhatTestsNothingTest::counting).feed("words", WORDS, word -> null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the lane of record 0 for source 'words' is null");
    }

    private static Simulation exact(List<String> words) {
        return Simulation.of(WhatTestsNothingTest::counting)
                .feed("words", words)
                .capture("counted");
    }

    private static Pipeline counting() {
        return Foreign.counting(new Transactions(), Guarantee.EXACTLY_ONCE);
    }

    private static Stream<String> words() {
        return Pipeline.named("words").from("words", new Foreign.Words());
    }

    private static Simulation of(Stream<Count> stream) {
        Pipeline pipeline = stream.to("counted", new Transactions());
        return Simulation.of(pipeline).capture("counted");
    }
}

package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.enrich.Enrichment;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.OperatorProcess;
import io.staunch.testkit.outside.LogSink;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.SimulatedService;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** At-most-once in the simulation: what seeds of random pipelines have found. */
class AtMostOnceTest {
    private static final int FEW = 4;

    record Number(int n) {}

    private static Pipeline pipeline() {
        Pipeline pipeline = Pipeline.named("numbers").guarantee(Guarantee.AT_MOST_ONCE);
        var numbers = pipeline.from("numbers", new LogSource<>("numbers", Number.class))
                .process(
                        "pass",
                        states -> (Number number, OperatorProcess.Context<Number> context) -> context.emit(number));
        numbers.to("all", new LogSink<>("all", Number::n));
        numbers.keyByInt(Number::n)
                .fold("last", new Number(0), (last, number) -> number)
                .values()
                .to("keyed", new LogSink<>("keyed", Number::n));
        return pipeline;
    }

    private static Simulation simulation() {
        return Simulation.of(AtMostOnceTest::pipeline)
                .feed("numbers", IntStream.range(0, 60).mapToObj(Number::new).toList(), Number::n)
                .capture("all")
                .capture("keyed");
    }

    /** Its sinks were told that nothing more comes before the last checkpoint was durable, and answered when nobody had asked them. */
    @Test
    void aJobThatIsStoppedWhileNothingWaitsToBeEmittedEndsWithoutAnError() {
        simulation().faults(seed -> FaultPlan.none()).seeds(50).expectAtMostOnce();
    }

    /** Else an idle job would take checkpoints for ever: answers and timers change nothing that one of them holds. */
    @Test
    void eachCheckpointButTheLastOneHasReadSomething() {
        Simulation asking = Simulation.of(AtMostOnceTest::askingPipeline)
                .feed("numbers", IntStream.range(0, FEW).mapToObj(Number::new).toList(), Number::n)
                .capture("all")
                .withoutFaults();
        for (long seed = 1; seed <= 3; seed++) {
            RunResult run = asking.replay(seed, Guarantee.AT_MOST_ONCE);
            assertThat(run.violations()).isEmpty();
            assertThat(run.output().seen()).isEqualTo(FEW);
            assertThat(run.events().get(ProtocolStep.DURABLE)).isLessThanOrEqualTo(FEW + 1);
        }
    }

    private static Pipeline askingPipeline() {
        Pipeline pipeline = Pipeline.named("numbers").guarantee(Guarantee.AT_MOST_ONCE);
        pipeline.from("numbers", new LogSource<>("numbers", Number.class))
                .enrich(
                        "same",
                        Enrichment.unorderedBy(Number.class, SimulatedService.<Number, Number>answering(n -> n)))
                .to("all", new LogSink<>("all", Number::n));
        return pipeline;
    }

    @Test
    void nothingIsRepeatedWhateverHappens() {
        simulation().seeds(100).expectAtMostOnce();
    }
}

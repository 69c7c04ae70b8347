package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.process.OperatorProcess;
import io.staunch.testkit.outside.LogSink;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** At-most-once in the simulation: what seeds of random pipelines have found. */
class AtMostOnceTest {
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

    @Test
    void nothingIsRepeatedWhateverHappens() {
        simulation().seeds(100).expectAtMostOnce();
    }
}

package io.staunch.kafka.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaticMethodTest {
    @Test
    void aReferenceToAStaticMethodIsCalledByItsName() throws Throwable {
        StaticMethod method = StaticMethod.of(StaticMethodTest::pipeline);
        assertThat(method).isEqualTo(new StaticMethod(StaticMethodTest.class.getName(), "pipeline"));
        assertThat(method.call("here-9092").name()).isEqualTo("here-9092");
    }

    @Test
    void aLambdaThatCapturesNothingIsCalledByItsName() throws Throwable {
        assertThat(StaticMethod.of(broker -> pipeline("at-" + broker)).call("x").name())
                .isEqualTo("at-x");
    }

    @Test
    void aFunctionThatAnotherJvmCantCallIsRefusedWithWhatToUse() {
        String captured = "captured-" + System.nanoTime();
        assertThatThrownBy(() -> RealRun.of(broker -> pipeline(captured)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MyJob::pipeline");
        assertThatThrownBy(() -> RealRun.of(this::own)).hasMessageContaining("MyJob::pipeline");
    }

    @Test
    void eachLifeNeedsSomethingToDo() {
        assertThatThrownBy(() -> RealRun.of(StaticMethodTest::pipeline)
                        .feed("in", List.of("a", "b"))
                        .capture("out")
                        .killByChance(2)
                        .expectExactlyOnce())
                .hasMessageContaining("each of 3 lives")
                .hasMessageContaining("feed more");
    }

    private static Pipeline pipeline(String name) {
        return Pipeline.named(name);
    }

    private Pipeline own(String name) {
        return Pipeline.named(name);
    }
}

package io.staunch.kafka.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.Outside.Fed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortionTest {
    private final List<String> written = new ArrayList<>();

    @Test
    void isGivenSliceBySliceAndWhole() throws InterruptedException {
        var portion = new Portion(Map.of("in", fed(7)), 3, (source, records) -> written.add(source + records.size()));

        for (int i = 0; i < 5; i++) {
            portion.give();
        }

        assertThat(written).containsExactly("in2", "in2", "in3");
    }

    @Test
    void partsMakeUpTheWhole() {
        List<Integer> all = IntStream.range(0, 11).boxed().toList();
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            parts.addAll(Portion.part(all, i, 4));
        }
        assertThat(parts).isEqualTo(all);
    }

    @Test
    void aLifeThatIsToTakeAStepOftenerThanItHasRecordsIsRefused() {
        RealRun run = RealRun.of(PortionTest::copy)
                .feed("in", List.of("a", "b", "c", "d"))
                .killAt(ProtocolStep.COMMIT_SENT, 3);

        assertThatThrownBy(run::expectExactlyOnce)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("killed at COMMIT_SENT #3")
                .hasMessageContaining("it gets 2: feed more");
    }

    @Test
    void meetingsOfAStepAreCountedFromOne() {
        RealRun run = RealRun.of(PortionTest::copy);

        assertThatThrownBy(() -> run.killAt(ProtocolStep.COMMIT_SENT, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("COMMIT_SENT, 0")
                .hasMessageContaining("number 1");
    }

    static Pipeline copy(String bootstrapServers) {
        return Pipeline.named("copy")
                .from(
                        "in",
                        KafkaSource.strings().bootstrapServers(bootstrapServers).topic("in"))
                .to(
                        "out",
                        KafkaSink.strings().bootstrapServers(bootstrapServers).topic("out"));
    }

    private static List<Fed> fed(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Fed("", i)).toList();
    }
}

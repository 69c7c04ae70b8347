package io.staunch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.function.MapFunction;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;
import org.junit.jupiter.api.Test;

class PipelineCopyTest {
    @Test
    void anotherSourceTakesThePlaceOfOneAndTheRestStays() {
        Pipeline pipeline = pipeline();
        var other = new Named("other");

        Pipeline copy =
                pipeline.copy(node -> node.kind() == Node.Kind.SOURCE ? new Node.SourceNode(node.name(), other) : node);

        assertThat(((Node.SourceNode) copy.nodes().get(0)).source()).isSameAs(other);
        assertThat(copy.nodes().subList(1, 3)).isEqualTo(pipeline.nodes().subList(1, 3));
        assertThat(copy.name()).isEqualTo("numbers");
        assertThat(copy.guarantee()).isEqualTo(Guarantee.AT_LEAST_ONCE);
        assertThat(((Node.SourceNode) pipeline.nodes().get(0)).source())
                .as("the pipeline itself")
                .isNotSameAs(other);
    }

    @Test
    void aCopyCanBeAddedToWithoutTheOtherOne() {
        Pipeline pipeline = pipeline();
        Pipeline copy = pipeline.copy(node -> node);
        copy.from("more", new Named("more"));
        assertThat(pipeline.nodes()).hasSize(3);
        assertThat(copy.nodes()).hasSize(4);
    }

    @Test
    void aNodeThatBecomesAnotherKindOrHasAnotherNameIsRefused() {
        MapFunction<Integer, Integer> same = value -> value;
        assertThatThrownBy(() -> pipeline().copy(node -> new Node.MapNode(node.name(), 0, same)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'in' is a SOURCE")
                .hasMessageContaining("a MAP");
        assertThatThrownBy(() -> pipeline()
                        .copy(node ->
                                node.kind() == Node.Kind.SOURCE ? new Node.SourceNode("out", new Named("x")) : node))
                .hasMessageContaining("can't become 'out'");
    }

    private static Pipeline pipeline() {
        return Pipeline.named("numbers")
                .guarantee(Guarantee.AT_LEAST_ONCE)
                .from("in", new Named("first"))
                .map(value -> value + 1)
                .to("out", new Nowhere());
    }

    private record Named(String description) implements Source<Integer> {
        @Override
        public Offer offer() {
            return Offer.exactlyOnce("never read");
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceReader<Integer> reader(SourceContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record Nowhere() implements FlushingSink<Integer, Integer> {
        @Override
        public String description() {
            return "nowhere";
        }

        @Override
        public Offer offer() {
            return Offer.atLeastOnce("never written", "none");
        }

        @Override
        public SinkEncoder<Integer, Integer> encoder(SinkContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SinkConnection<Integer> connect(SinkContext context) {
            throw new UnsupportedOperationException();
        }
    }
}

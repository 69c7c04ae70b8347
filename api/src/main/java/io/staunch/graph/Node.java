package io.staunch.graph;

import io.staunch.enrich.Enrichment;
import io.staunch.function.FilterFunction;
import io.staunch.function.FlatMapFunction;
import io.staunch.function.MapFunction;
import io.staunch.process.OperatorProcessFactory;
import io.staunch.process.SideOutput;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.time.MillisFunction;
import io.staunch.time.Watermarks;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a pipeline. Inputs are numbers of nodes that were added before.
 *
 * <p>The name is the node's identity in checkpoints where it has state, a position or a resource, and its label elsewhere.
 */
public sealed interface Node extends Serializable {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        SOURCE,
        MAP,
        FILTER,
        FLAT_MAP,
        UNION,
        PROCESS,
        EVENT_TIME,
        SIDE_OUTPUT,
        KEYED,
        ENRICH,
        SINK
    }

    Kind kind();

    String name();

    /** Numbers of the nodes whose records this one takes. */
    List<Integer> inputs();

    /** Reads records. */
    record SourceNode(String name, Source<?> source) implements Node {
        @Override
        public Kind kind() {
            return Kind.SOURCE;
        }

        @Override
        public List<Integer> inputs() {
            return List.of();
        }
    }

    /** One in, one out. */
    record MapNode(String name, int input, MapFunction<?, ?> function) implements Node {
        @Override
        public Kind kind() {
            return Kind.MAP;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /** One in, one or none out. */
    record FilterNode(String name, int input, FilterFunction<?> function) implements Node {
        @Override
        public Kind kind() {
            return Kind.FILTER;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /** One in, any number out. */
    record FlatMapNode(String name, int input, FlatMapFunction<?, ?> function) implements Node {
        @Override
        public Kind kind() {
            return Kind.FLAT_MAP;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /** The records of several inputs, in no order between them. */
    record UnionNode(String name, List<Integer> inputs) implements Node {
        public UnionNode {
            inputs = List.copyOf(inputs);
        }

        @Override
        public Kind kind() {
            return Kind.UNION;
        }
    }

    /** A user's function with state per task. */
    record ProcessNode(String name, int input, OperatorProcessFactory<?, ?> factory) implements Node {
        @Override
        public Kind kind() {
            return Kind.PROCESS;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /**
     * Gives records their event time, in the chain of a source.
     *
     * @param timestamp takes the record, gives milliseconds since 1970
     */
    record EventTimeNode(String name, int input, MillisFunction<?> timestamp, Watermarks watermarks) implements Node {
        @Override
        public Kind kind() {
            return Kind.EVENT_TIME;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /** The records that a function sent to a side output instead of its main one. */
    record SideOutputNode(String name, int input, SideOutput<?> output) implements Node {
        @Override
        public Kind kind() {
            return Kind.SIDE_OUTPUT;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /** Records are distributed by key and meet an operation that keeps state per key. */
    record KeyedNode(String name, int input, KeySelector<?, ?> key, KeyedOperation operation) implements Node {
        @Override
        public Kind kind() {
            return Kind.KEYED;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /**
     * Another system is asked about each record, and its answers are the records out.
     *
     * @param key how records are distributed first; null if they stay with their task
     */
    record EnrichNode(String name, int input, @Nullable KeySelector<?, ?> key, Enrichment<?, ?> enrichment)
            implements Node {
        @Override
        public Kind kind() {
            return Kind.ENRICH;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }

    /** Writes records. */
    record SinkNode(String name, int input, Sink<?> sink) implements Node {
        @Override
        public Kind kind() {
            return Kind.SINK;
        }

        @Override
        public List<Integer> inputs() {
            return List.of(input);
        }
    }
}

package io.staunch;

import io.staunch.error.ConfigurationException;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.process.SideOutput;
import io.staunch.source.Source;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A description of a stream processing job: it can be printed, explained, run and simulated, and does nothing by itself.
 *
 * <p>Built by one thread. Names are identities: what a checkpoint knows of a source, a stateful operator or a sink it knows by that name.
 */
public final class Pipeline implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final ArrayList<Node> nodes = new ArrayList<>();
    private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

    private Pipeline(String name) {
        this.name = name;
    }

    /**
     * An empty pipeline. Its name is the job's identity in checkpoints and in the ledgers of its sinks.
     *
     * @param name letters, digits, {@code . _ -}, at most 100
     */
    public static Pipeline named(String name) {
        if (name == null || !name.matches("[A-Za-z0-9._-]{1,100}")) {
            throw new IllegalArgumentException(
                    "pipeline name '" + name
                            + "': use 1 to 100 letters, digits, '.', '_' or '-', since topics, folders and transactional ids are named after it");
        }
        return new Pipeline(name);
    }

    /** The level that the pipeline must reach, end to end; exactly-once unless said otherwise. A start that can't reach it is refused. */
    public Pipeline guarantee(Guarantee level) {
        guarantee = Objects.requireNonNull(level, "level");
        return this;
    }

    /** Reads a source. */
    public <T> Stream<T> from(String name, Source<T> source) {
        return new Stream<>(this, add(new Node.SourceNode(name, Objects.requireNonNull(source, "source"))));
    }

    /**
     * The records that a sink, or another node that was added under that name, has sent to a side output: what a sink's outside does not
     * take, as {@link io.staunch.sink.RefusedRecord}s.
     */
    public <S> Stream<S> sideOutput(String of, SideOutput<S> output) {
        Objects.requireNonNull(output, "output");
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).name().equals(of)) {
                return new Stream<S>(this, node).sideOutput(output);
            }
        }
        throw new IllegalArgumentException("side output '" + output.name() + "' is asked of '" + of
                + "', which pipeline '" + name + "' does not have yet: add it first; it has "
                + nodes.stream().map(Node::name).toList());
    }

    public String name() {
        return name;
    }

    public Guarantee guarantee() {
        return guarantee;
    }

    /** The nodes in the order in which they were added; a node's number is its index. */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * A copy in which each node is what the function makes of it: for runners and test kits that put others in the place of sources, sinks or
     * functions. Kind, name and inputs stay, since they are what the rest of the pipeline and its checkpoints know of a node.
     *
     * @throws IllegalArgumentException if the function changes one of these
     */
    public Pipeline copy(UnaryOperator<Node> change) {
        var copy = new Pipeline(name).guarantee(guarantee);
        for (Node node : nodes) {
            Node changed = change.apply(node);
            if (changed.kind() != node.kind()
                    || !changed.name().equals(node.name())
                    || !changed.inputs().equals(node.inputs())) {
                throw new IllegalArgumentException("pipeline '" + name + "': node '" + node.name() + "' is a "
                        + node.kind() + " with inputs " + node.inputs() + " and can't become '" + changed.name()
                        + "', a " + changed.kind() + " with inputs " + changed.inputs()
                        + ": change only what is behind the name");
            }
            copy.add(changed);
        }
        return copy;
    }

    /** What the pipeline is worth, computed from the configuration alone. */
    public GuaranteeReport guaranteeReport() {
        return Guarantees.report(this);
    }

    /**
     * Checks the description.
     *
     * @throws ConfigurationException with all mistakes at once
     */
    public void validate() {
        List<String> problems = PipelineRules.problems(this);
        if (!problems.isEmpty()) {
            throw new ConfigurationException("pipeline '" + name + "' can't be started", problems);
        }
    }

    /** The pipeline as text, one node a line. */
    @Override
    public String toString() {
        return PipelineText.of(this);
    }

    int add(Node node) {
        nodes.add(node);
        return nodes.size() - 1;
    }

    String nextName(String operation) {
        return operation + "-" + nodes.size();
    }
}

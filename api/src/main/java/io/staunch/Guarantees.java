package io.staunch;

import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.guarantee.GuaranteeReport.Component;
import io.staunch.guarantee.Offer;
import io.staunch.sink.Sink;
import java.util.ArrayList;
import java.util.List;

/** Computes what a pipeline is worth from its description alone: the whole is as strong as its weakest component. */
final class Guarantees {
    private Guarantees() {}

    static GuaranteeReport report(Pipeline pipeline) {
        List<Component> components = new ArrayList<>();
        Guarantee asked = pipeline.guarantee();
        List<Node> nodes = pipeline.nodes();
        for (int number = 0; number < nodes.size(); number++) {
            Node node = nodes.get(number);
            switch (node.kind()) {
                case SOURCE ->
                    components.add(new Component(
                            "source",
                            node.name(),
                            ((Node.SourceNode) node).source().offer()));
                case KEYED, PROCESS, CONNECTED -> components.add(new Component("state", node.name(), ofState(asked)));
                case ENRICH -> components.add(new Component("calls", node.name(), ofCalls(asked)));
                case SINK -> components.add(new Component("sink", node.name(), ofSink(nodes, number)));
                case MAP, FILTER, FLAT_MAP, UNION, EVENT_TIME, SIDE_OUTPUT -> {}
            }
        }
        components.add(new Component("mode", asked.text(), ofMode(asked)));
        return new GuaranteeReport(pipeline.name(), asked, components);
    }

    /** What it offers, as far as what comes before it lets it: who writes before the checkpoint leans on a replay that writes the same. */
    private static Offer ofSink(List<Node> nodes, int number) {
        Sink<?> sink = ((Node.SinkNode) nodes.get(number)).sink();
        Offer offer = sink.offer();
        boolean leans = sink.kind() == Sink.Kind.IDEMPOTENT && offer.level() == Guarantee.EXACTLY_ONCE;
        String unlike = leans ? Replays.unlikeBefore(nodes, number) : null;
        if (unlike != null) {
            offer = Offer.atLeastOnce(
                    "idempotent by key, but " + unlike
                            + ": read again, its records may become others, and rows that only the attempt before wrote would stay",
                    "a sink that shows nothing before its checkpoint: write-ahead, two-phase commit, or in a lead's transactions");
        }
        return new Offer(offer.level(), offer.reason() + sink.onRefusedRecord().words(), offer.remedy());
    }

    private static Offer ofState(Guarantee asked) {
        return switch (asked) {
            case EXACTLY_ONCE -> Offer.exactlyOnce("aligned checkpoints");
            case AT_LEAST_ONCE ->
                Offer.atLeastOnce(
                        "barriers are not aligned: a replay counts some records again", "guarantee(EXACTLY_ONCE)");
            case AT_MOST_ONCE ->
                Offer.atMostOnce(
                        "not kept: state starts empty after a fault",
                        "guarantee(AT_LEAST_ONCE) or guarantee(EXACTLY_ONCE)");
        };
    }

    private static Offer ofCalls(Guarantee asked) {
        return switch (asked) {
            case EXACTLY_ONCE ->
                Offer.exactlyOnce(
                        "records in flight are in the checkpoint; about one record there may be several calls");
            case AT_LEAST_ONCE ->
                Offer.atLeastOnce(
                        "records in flight are in the checkpoint, barriers are not aligned: a replay sends some on again",
                        "guarantee(EXACTLY_ONCE)");
            case AT_MOST_ONCE ->
                Offer.atMostOnce(
                        "what is in flight is not kept: it is lost at a fault",
                        "guarantee(AT_LEAST_ONCE) or guarantee(EXACTLY_ONCE)");
        };
    }

    private static Offer ofMode(Guarantee asked) {
        return switch (asked) {
            case EXACTLY_ONCE -> Offer.exactlyOnce("positions and state in one checkpoint, barriers aligned");
            case AT_LEAST_ONCE ->
                Offer.atLeastOnce(
                        "positions and state in one checkpoint, barriers not aligned", "guarantee(EXACTLY_ONCE)");
            case AT_MOST_ONCE ->
                Offer.atMostOnce(
                        "positions are stored before their records are processed",
                        "guarantee(AT_LEAST_ONCE) or guarantee(EXACTLY_ONCE)");
        };
    }
}

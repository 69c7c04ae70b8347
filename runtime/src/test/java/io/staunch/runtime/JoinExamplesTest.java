package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Broadcast;
import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.runtime.plan.Edge;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.plan.Planner;
import io.staunch.window.TumblingWindows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of docs/joins.md, as they are there, can be planned. */
class JoinExamplesTest {
    record Order(String id, long at) {}

    record Payment(String orderId, long at, String country, long amount) {}

    record Paid(Order order, Payment payment) {}

    record Count(String id, int orders, int payments) {}

    record Rule(long limit) {}

    record RuleChange(String country, long limit) {
        boolean gone() {
            return limit == 0;
        }
    }

    private static Stream<Order> orders(Pipeline pipeline) {
        return pipeline.from("orders", new Numbers(1, 1, true))
                .map(n -> new Order("o" + n, n))
                .eventTimeMillis(Order::at, Duration.ofSeconds(5));
    }

    private static Stream<Payment> payments(Pipeline pipeline) {
        return pipeline.from("payments", new Numbers(1, 1, true))
                .map(n -> new Payment("o" + n, n, "nl", n))
                .eventTimeMillis(Payment::at, Duration.ofSeconds(5));
    }

    private static Plan plan(Pipeline pipeline) {
        pipeline.validate();
        return Planner.plan(pipeline, 2, 8);
    }

    @Test
    void joins() {
        Pipeline pipeline = Pipeline.named("joins");
        Stream<Order> orders = orders(pipeline);
        Stream<Payment> payments = payments(pipeline);
        orders.keyBy(Order::id)
                .join(payments.keyBy(Payment::orderId))
                .within(Duration.ZERO, Duration.ofHours(1))
                .map("paid-soon", Order.class, Payment.class, (order, payment) -> new Paid(order, payment))
                .to("soon", new Sinks.Transactional<>("out"));
        orders.keyBy(Order::id)
                .join(payments.keyBy(Payment::orderId))
                .window(TumblingWindows.of(Duration.ofHours(1)))
                .map("paid", Order.class, Payment.class, (order, payment) -> new Paid(order, payment))
                .to("hourly", new Sinks.Transactional<>("out"));
        orders.keyBy(Order::id)
                .join(payments.keyBy(Payment::orderId))
                .window(TumblingWindows.of(Duration.ofHours(1)))
                .<Count>coGroup(
                        "counted",
                        Order.class,
                        Payment.class,
                        (window, id, ofOrder, ofPayment, out) ->
                                out.emit(new Count(id, ofOrder.size(), ofPayment.size())))
                .to("counts", new Sinks.Transactional<>("out"));
        assertThat(plan(pipeline).edges()).hasSize(9);
    }

    @Test
    void aBroadcastThatTwoOperatorsRead() {
        Pipeline pipeline = Pipeline.named("rules");
        Stream<RuleChange> changes =
                pipeline.from("rule-changes", new Numbers(1, 1, true)).map(n -> new RuleChange("nl", n));
        Broadcast<String, Rule> rules = changes.broadcast("rules", String.class, Rule.class, (change, table) -> {
            if (change.gone()) {
                table.remove(change.country());
            } else {
                table.put(change.country(), new Rule(change.limit()));
            }
        });
        Stream<Payment> payments = payments(pipeline);
        Stream<Payment> suspicious = payments.keyBy(Payment::orderId)
                .connect(rules)
                .process("suspicious", (states, table) -> (payment, context) -> {
                    Rule rule = table.get(payment.country());
                    if (rule != null && payment.amount() > rule.limit()) {
                        context.emit(payment);
                    }
                });
        suspicious.to("suspicious-payments", new Sinks.Transactional<>("out"));
        Stream<Payment> ruled = payments.connect(rules).process("ruled", (states, table) -> (payment, context) -> {
            if (table.contains(payment.country())) {
                context.emit(payment);
            }
        });
        ruled.to("ruled-payments", new Sinks.Transactional<>("out"));
        List<Edge.Kind> kinds = plan(pipeline).edges().stream().map(Edge::kind).toList();
        assertThat(kinds)
                .containsExactly(
                        Edge.Kind.BY_KEY, Edge.Kind.BY_KEY, Edge.Kind.TO_ALL, Edge.Kind.FORWARD, Edge.Kind.TO_ALL);
    }
}

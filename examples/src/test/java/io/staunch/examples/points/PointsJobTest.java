package io.staunch.examples.points;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.examples.points.PointsJob.Order;
import io.staunch.examples.points.PointsJob.Points;
import io.staunch.kafka.KafkaSource;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.junit.SimulationExtension;
import io.staunch.testkit.junit.Simulations;
import io.staunch.testkit.simulation.Fault;
import io.staunch.testkit.simulation.OwnOutside;
import io.staunch.testkit.simulation.Simulation;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The job is right, and three ways of writing it wrong are found, each by what it does to the service. */
@ExtendWith(SimulationExtension.class)
class PointsJobTest {
    private static final OwnOutside<PointsTable> SERVICE = OwnOutside.of(PointsTable::new)
            .port(PointsService.class, table -> table)
            .watchTable("points", PointsTable::points);

    @Test
    void theServiceHasTheRightPointsAfterAnyFault(Simulations simulations) {
        simulations
                .of(SERVICE, table -> PointsJob.pipeline("simulated:9092", () -> table))
                .feed("orders", orders(), Order::customer)
                .seeds(100)
                .expectExactlyOnce();
    }

    @Test
    void alsoIfTheProcessDiesTwiceInTheMiddleOfWritingAndStandsStillInAWrite(Simulations simulations) {
        simulations
                .of(SERVICE, table -> PointsJob.pipeline("simulated:9092", () -> table))
                .feed("orders", orders(), Order::customer)
                .faults(
                        Fault.crashAfter("PointsService.put").twice(),
                        Fault.crashAt(ProtocolStep.ACKNOWLEDGED),
                        Fault.pauseBefore("PointsService.put"))
                .seeds(50)
                .expectExactlyOnce();
    }

    /** Mistake 1: a function that does something outside, for each record. What is read again after a fault is done again. */
    @Test
    void aFunctionThatSendsMailsIsFoundToSendSomeTwice(Simulations simulations) {
        Simulation simulation = simulations
                .of(
                        OwnOutside.of(PointsTable::new)
                                .port(PointsService.class, table -> table)
                                .watch("mails", PointsTable::mails),
                        table -> from("orders")
                                .map(order -> {
                                    table.mail("thank you for " + order.id());
                                    return order;
                                })
                                .keyBy(Order::customer)
                                .fold("points", 0L, (points, order) -> points + order.cents() / 1_000)
                                .map(Points::new)
                                .to("service", new PointsSink(() -> table)))
                .feed("orders", orders(), Order::customer)
                .seeds(100);

        assertThatThrownBy(simulation::expectExactlyOnce)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("exactly-once does not hold")
                .hasMessageContaining("'mails'")
                .hasMessageContaining("-Dstaunch.seed=");
    }

    /** Mistake 2: state in a field instead of in a state that the engine keeps. */
    @Test
    void aSumInAFieldIsFoundToBeForgotten(Simulations simulations) {
        Simulation simulation = simulations
                .of(
                        SERVICE,
                        table -> from("orders")
                                .keyBy(Order::customer)
                                .process("points", states -> new ForgetfulCount())
                                .to("service", new PointsSink(() -> table)))
                .feed("orders", orders(), Order::customer)
                .seeds(100);

        assertThatThrownBy(simulation::expectExactlyOnce)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("'points'")
                .hasMessageContaining("in the end key");
    }

    /** Mistake 3: a sink that is not idempotent and says that it is. */
    @Test
    void aSinkThatAddsIsFoundToAddTwice(Simulations simulations) {
        Simulation simulation = simulations
                .of(SERVICE, table -> from("orders").to("service", new AddingSink()))
                .feed("orders", orders(), Order::customer)
                .faults(Fault.crashAfter("PointsService.add"))
                .seeds(20);

        assertThatThrownBy(simulation::expectExactlyOnce)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("'points'")
                .hasMessageContaining("CRASH_AFTER at PointsService.add");
    }

    private static Stream<Order> from(String source) {
        return Pipeline.named("points")
                .from(
                        source,
                        KafkaSource.json(Order.class)
                                .bootstrapServers("simulated:9092")
                                .topic("orders"));
    }

    private static List<Order> orders() {
        return IntStream.range(0, 150)
                .mapToObj(i -> new Order("order-" + i, "customer-" + i * i % 17, 1_000 + i * 700L % 9_000))
                .toList();
    }
}

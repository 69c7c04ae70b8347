package io.staunch.examples.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.staunch.examples.prices.PricedOrdersJob.Order;
import io.staunch.examples.prices.PricedOrdersJob.PricedOrder;
import io.staunch.testkit.outside.SimulatedService;
import io.staunch.testkit.simulation.Simulation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pipeline in simulated worlds, with a service that answers late and in no order; and the real client. */
class PricedOrdersTest {
    @Test
    void everyOrderIsPricedOnce() {
        var service = SimulatedService.<Order, PricedOrder>answering(PricedOrdersTest::priced)
                .within(Duration.ofMillis(20));
        Simulation.of(() -> PricedOrdersJob.pipeline("simulated:9092", service))
                .feed("orders", orders(), Order::id)
                .capture("priced")
                .capture("unpriced")
                .seeds(20)
                .expectExactlyOnce();
    }

    private static PricedOrder priced(Order order) {
        return new PricedOrder(order.id(), order.pieces() * 250L);
    }

    private static List<Order> orders() {
        return IntStream.range(0, 200)
                .mapToObj(i -> new Order("order-" + i, "sku-" + i % 7, 1 + i % 5))
                .toList();
    }

    @Test
    void thePriceComesOverHttpAndWhateverElseFailsTheCall() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/prices/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().endsWith("/tea");
            byte[] body = "250\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            var service =
                    new PriceService("http://localhost:" + server.getAddress().getPort() + "/prices");
            assertThat(service.call(new Order("a", "tea", 3))
                            .toCompletableFuture()
                            .get())
                    .isEqualTo(new PricedOrder("a", 750));
            assertThatThrownBy(() -> service.call(new Order("b", "coal", 1))
                            .toCompletableFuture()
                            .get())
                    .hasMessageContaining("404");
        } finally {
            server.stop(0);
        }
    }
}

package io.staunch.examples.prices;

import io.staunch.enrich.AsyncClient;
import io.staunch.examples.prices.PricedOrdersJob.Order;
import io.staunch.examples.prices.PricedOrdersJob.PricedOrder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionStage;

/** Asks for prices over HTTP: {@code GET <address>/<sku>} gives cents. One client for each task. */
final class PriceService implements AsyncClient<Order, PricedOrder> {
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;

    PriceService(String address) {
        this.address = address;
    }

    @Override
    public CompletionStage<PricedOrder> call(Order order) {
        var request =
                HttpRequest.newBuilder(URI.create(address + "/" + order.sku())).build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> new PricedOrder(order.id(), order.pieces() * cents(response)));
    }

    /** What fails here fails the call. */
    private static long cents(HttpResponse<String> response) {
        if (response.statusCode() != OK) {
            throw new IllegalStateException("the price service says " + response.statusCode());
        }
        return Long.parseLong(response.body().trim());
    }
}

package io.staunch.examples.payouts;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.MapFunction;
import io.staunch.sink.Interval;
import io.staunch.sink.WriteAheadConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Posts the records of an interval in their order. What passes is tried again by the engine; what never will stops the job. */
final class Posts<T> implements WriteAheadConnection<T> {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    /**
     * Below 500, and yet they pass: the request took too long; the service still works on the first request under this key, whose answer nobody waits
     * for any more; it is too early; there are too many.
     */
    private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI to;
    private final MapFunction<T, String> form;
    private final Duration answerWithin;

    private volatile boolean closed;
    private volatile @Nullable CompletableFuture<HttpResponse<String>> underWay;

    Posts(URI to, MapFunction<T, String> form) {
        this(to, form, ANSWER_WITHIN);
    }

    /** @param answerWithin the time for a whole answer, from the connection on */
    Posts(URI to, MapFunction<T, String> form, Duration answerWithin) {
        this.to = to;
        this.form = form;
        this.answerWithin = answerWithin;
    }

    @Override
    public void apply(Interval<T> interval) throws Exception {
        long number = 0;
        for (T value : interval) {
            post(interval.key() + "/" + number++, form.map(value));
        }
    }

    private void post(String key, String body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(to)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body))
                .build();
        CompletableFuture<HttpResponse<String>> sent = client.sendAsync(request, BodyHandlers.ofString());
        underWay = sent;
        if (closed) {
            sent.cancel(true);
        }
        try {
            // The time-out of a request is over with the head of its answer, and the body may never come.
            require(sent.get(answerWithin.toMillis(), TimeUnit.MILLISECONDS), key);
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            sent.cancel(true);
            throw new StaunchException(
                    to + " has not answered a post (Idempotency-Key " + key
                            + "); whether it has taken it is not known: " + (e.getCause() == null ? e : e.getCause()),
                    Remedy.RETRY,
                    e);
        }
    }

    private void require(HttpResponse<String> answer, String key) {
        int status = answer.statusCode();
        if (status >= 200 && status < 300) {
            return;
        }
        boolean passes = status >= 500 || PASSING.contains(status);
        throw new StaunchException(
                to + " has answered a post (Idempotency-Key " + key + ") with status " + status + ": " + answer.body()
                        + (passes ? "" : ". Nothing is lost: correct it there and start the job again"),
                passes ? Remedy.RETRY : Remedy.FAIL_JOB);
    }

    /** Also ends a post under way. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<HttpResponse<String>> sent = underWay;
        if (sent != null) {
            sent.cancel(true);
        }
    }
}

package io.staunch.examples.payouts;

import io.staunch.function.MapFunction;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Posts each record to a service that takes each idempotency key once, one after the other. A request whose answer was lost is sent again under the
 * same key, also by the next process: the record is in the checkpoint, and its key is made of the interval's and its number there.
 *
 * @param to the address
 * @param type of the records
 * @param remembered for how long the service remembers a key
 * @param form a record as a body of type {@code application/x-www-form-urlencoded}
 */
public record PostSink<T>(URI to, Class<T> type, Duration remembered, MapFunction<T, String> form)
        implements WriteAheadSink<T> {
    @Override
    public String description() {
        return "posts to " + to;
    }

    /** The same sink, also if the service moves to another port or gets another scheme. */
    @Override
    public String resource() {
        return "service " + to.getHost() + to.getPath();
    }

    @Override
    public Protection protection() {
        return Protection.IDEMPOTENCY_KEY;
    }

    @Override
    public Optional<Duration> keysRememberedFor() {
        return Optional.of(remembered);
    }

    @Override
    public WriteAheadConnection<T> connect(WriteAheadContext context) {
        return new Posts<>(to, form);
    }
}

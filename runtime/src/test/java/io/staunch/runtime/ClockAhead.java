package io.staunch.runtime;

import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The production environment with a clock that a test sets ahead. */
final class ClockAhead extends ForwardingEnvironment {
    private final AtomicLong ahead = new AtomicLong();

    ClockAhead() {
        super(new LocalEnvironment());
    }

    void pass(Duration time) {
        ahead.addAndGet(time.toNanos());
    }

    @Override
    public long nanoTime() {
        return super.nanoTime() + ahead.get();
    }

    @Override
    public long currentTimeMs() {
        return super.currentTimeMs() + Duration.ofNanos(ahead.get()).toMillis();
    }
}

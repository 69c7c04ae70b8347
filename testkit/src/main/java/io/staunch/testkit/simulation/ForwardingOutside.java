package io.staunch.testkit.simulation;

import io.staunch.Settings;
import io.staunch.function.KeyFunction;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks another outside for everything; subclasses do something else where they are made for it. */
public abstract class ForwardingOutside implements Outside {
    private final Outside inner;

    /** @param inner that is asked */
    protected ForwardingOutside(Outside inner) {
        this.inner = inner;
    }

    @Override
    public boolean feeds(Source<?> source) {
        return inner.feeds(source);
    }

    @Override
    public void feed(Source<?> source, List<Fed> records) {
        inner.feed(source, records);
    }

    @Override
    public boolean captures(Sink<?> sink) {
        return inner.captures(sink);
    }

    @Override
    public Capture capture(Sink<?> sink) {
        return inner.capture(sink);
    }

    @Override
    public Optional<Source<?>> standInFor(String name, Source<?> unknown) {
        return inner.standInFor(name, unknown);
    }

    @Override
    public Optional<Sink<?>> standInFor(String name, Sink<?> unknown, KeyFunction<Object, @Nullable Object> key) {
        return inner.standInFor(name, unknown, key);
    }

    @Override
    public boolean isLookedAtByTime() {
        return inner.isLookedAtByTime();
    }

    @Override
    public boolean settles(Throwable failure, boolean last) {
        return inner.settles(failure, last);
    }

    @Override
    public Settings settings(Settings chosen) {
        return inner.settings(chosen);
    }

    @Override
    public void goOn() {
        inner.goOn();
    }

    @Override
    public void calm() {
        inner.calm();
    }

    @Override
    public void close() {
        inner.close();
    }
}

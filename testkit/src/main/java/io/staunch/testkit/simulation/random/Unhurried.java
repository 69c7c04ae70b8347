package io.staunch.testkit.simulation.random;

import io.staunch.Settings;
import io.staunch.function.KeyFunction;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An outside that takes its time with what it feeds: so a run has checkpoints also between its deaths, instead of finding everything there when a process
 * begins to read. It goes on every second time that others go on.
 */
record Unhurried(OutsideKind kind) implements OutsideKind {
    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new Slow(kind.open(world, plan));
    }

    /** Owned by the thread that runs the world. */
    private static final class Slow implements Outside {
        private final Outside outside;
        private boolean rested;

        Slow(Outside outside) {
            this.outside = outside;
        }

        @Override
        public boolean feeds(Source<?> source) {
            return outside.feeds(source);
        }

        @Override
        public void feed(Source<?> source, List<Fed> records) {
            outside.feed(source, records);
        }

        @Override
        public boolean captures(Sink<?> sink) {
            return outside.captures(sink);
        }

        @Override
        public Capture capture(Sink<?> sink) {
            return outside.capture(sink);
        }

        @Override
        public Optional<Source<?>> standInFor(String name, Source<?> unknown) {
            return outside.standInFor(name, unknown);
        }

        @Override
        public Optional<Sink<?>> standInFor(String name, Sink<?> unknown, KeyFunction<Object, @Nullable Object> key) {
            return outside.standInFor(name, unknown, key);
        }

        @Override
        public boolean settles(Throwable failure, boolean last) {
            return outside.settles(failure, last);
        }

        @Override
        public Settings settings(Settings chosen) {
            return outside.settings(chosen);
        }

        @Override
        public void goOn() {
            if (rested) {
                outside.goOn();
            }
            rested = !rested;
        }

        @Override
        public void calm() {
            outside.calm();
        }

        @Override
        public void close() {
            outside.close();
        }
    }
}

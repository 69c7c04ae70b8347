package io.staunch.testkit.simulation;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import java.util.List;
import java.util.ServiceLoader;

/** What the class path has to offer. Looked for once: campaigns make many simulations. */
final class Services {
    private static final Runner RUNNER =
            ServiceLoader.load(Runner.class).findFirst().orElseGet(NoRunner::new);
    private static final List<OutsideKind> OUTSIDES = ServiceLoader.load(OutsideKind.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private Services() {}

    static Runner runner() {
        return RUNNER;
    }

    static List<OutsideKind> outsides() {
        return OUTSIDES;
    }

    /** Complains when it is used, since another one may be given before. */
    private static final class NoRunner implements Runner {
        @Override
        public Job launch(Pipeline pipeline, Settings settings, Environment environment) {
            throw missing();
        }

        @Override
        public Environment environment() {
            throw missing();
        }

        private static IllegalStateException missing() {
            return new IllegalStateException(
                    "no runner on the class path: add the artifact io.staunch:staunch-runtime, or give the simulation one");
        }
    }
}

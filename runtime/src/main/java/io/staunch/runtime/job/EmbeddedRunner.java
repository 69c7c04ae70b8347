package io.staunch.runtime.job;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.plan.Planner;
import io.staunch.statebackend.file.FileCheckpointStore;
import io.staunch.store.CheckpointStore;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** Runs pipelines in this JVM, with the file checkpoint store or another one. */
public final class EmbeddedRunner implements Runner {
    private final BiFunction<Environment, Path, CheckpointStore> stores;

    /** With the {@link FileCheckpointStore}. */
    public EmbeddedRunner() {
        this(FileCheckpointStore::new);
    }

    /** @param stores makes each job's store, from its environment and {@link Settings#state()} */
    public EmbeddedRunner(BiFunction<Environment, Path, CheckpointStore> stores) {
        this.stores = stores;
    }

    @Override
    public Job launch(Pipeline pipeline, Settings settings, Environment environment) {
        settings.validate();
        pipeline.validate();
        int processors = Runtime.getRuntime().availableProcessors();
        int parallelism =
                settings.parallelism() > 0 ? settings.parallelism() : Math.min(processors, settings.keyGroups());
        Plan plan = Planner.plan(pipeline, parallelism, settings.keyGroups());
        String name = pipeline.name();
        var log = new EventLog(name, environment, settings.listeners());
        var board = new StatusBoard(name, settings.listeners());
        var counters = new Counters(plan, environment);
        CheckpointStore store = stores.apply(environment, settings.state());
        var job = new JobContext(name, plan, settings, environment, store, environment.newId(), log, board, counters);
        var bell = new Doorbell();
        var coordinator = new Coordinator(job, bell);
        bell.connect(environment.start("staunch-" + name + "-coordinator", coordinator));
        var embedded = new EmbeddedJob(name, coordinator, board, counters, environment);
        Shutdown.arrange(embedded, settings, environment);
        return embedded;
    }

    @Override
    public Environment environment() {
        return new LocalEnvironment();
    }
}

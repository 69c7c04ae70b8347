package io.staunch.verification.peer.flink;

import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** An embedded cluster of one task manager, and what all jobs have in common. */
final class Clusters {
    private Clusters() {}

    static String words(RunOptions options) {
        return "Flink 2.3.0, embedded mini cluster, parallelism " + options.parallelism()
                + ", object reuse, no Kryo, " + (is(options, "rocksdb") ? "RocksDB, incremental, " : "heap state, ")
                + (is(options, "unaligned") ? "unaligned" : "aligned") + " checkpoints to local files without a sync";
    }

    private static boolean is(RunOptions options, String variant) {
        return options.values().getOrDefault("variant", "").equals(variant);
    }

    static StreamExecutionEnvironment environment(RunOptions options) {
        var settings = new Configuration();
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(StateBackendOptions.STATE_BACKEND, is(options, "rocksdb") ? "rocksdb" : "hashmap");
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, is(options, "rocksdb"));
        settings.set(CheckpointingOptions.ENABLE_UNALIGNED, is(options, "unaligned"));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
        if (options.checkpoints()) {
            settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
            settings.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                    checkpoints(options).toUri().toString());
            settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(options.intervalMs()));
            settings.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
            settings.set(
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                    ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        }
        if (options.values().getOrDefault("goal", "").equals("latency")) {
            settings.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ofMillis(1));
        }
        var environment = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        environment.setParallelism(options.parallelism());
        return environment;
    }

    private static Path checkpoints(RunOptions options) {
        return options.folder().resolve("checkpoints");
    }

    /** Runs a job to its end, from the newest checkpoint in its folder. */
    static void run(StreamExecutionEnvironment environment, RunOptions options) throws Exception {
        var cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(options.parallelism())
                .setConfiguration(new Configuration())
                .build());
        cluster.start();
        Optional<Path> newest = newest(checkpoints(options));
        StreamGraph graph = environment.getStreamGraph();
        newest.ifPresent(path -> graph.setSavepointRestoreSettings(
                SavepointRestoreSettings.forPath(path.toUri().toString())));
        JobID job = cluster.submitJob(graph.getJobGraph()).get().getJobID();
        Meter.ask(() -> completed(cluster, job), () -> bytes(cluster, job));
        cluster.requestJobResult(job).get().toJobExecutionResult(Clusters.class.getClassLoader());
    }

    private static Optional<CheckpointStatsSnapshot> snapshot(MiniCluster cluster, JobID job) {
        try {
            return Optional.ofNullable(cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot());
        } catch (Exception e) {
            return Optional.empty();
        }
    }

    private static long completed(MiniCluster cluster, JobID job) {
        return snapshot(cluster, job)
                .map(found -> found.getCounts().getNumberOfCompletedCheckpoints())
                .orElse(0L);
    }

    private static long bytes(MiniCluster cluster, JobID job) {
        return snapshot(cluster, job)
                .map(found -> found.getSummaryStats().getStateSizeStats().getAverage()
                        * found.getCounts().getNumberOfCompletedCheckpoints())
                .orElse(0L);
    }

    private static Optional<Path> newest(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (var all = Files.walk(folder)) {
            return all.filter(path -> path.getFileName().toString().equals("_metadata"))
                    .max(Comparator.comparingLong(path -> path.toFile().lastModified()))
                    .map(Path::getParent);
        }
    }
}

package io.staunch.verification.peer.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.SerializerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.StreamSerializer;
import io.staunch.verification.bench.run.RunOptions;
import java.io.IOException;

/** A cluster of one embedded member, and what all jobs have in common. */
final class Members {
    private Members() {}

    static String words(RunOptions options) {
        return "Hazelcast Jet 5.7.0, one embedded member, " + options.parallelism()
                + " cooperative threads, exactly once, state with a serialiser of its own; snapshots in memory";
    }

    /** The state of a key. */
    static final class Total {
        long count;
        long sum;
    }

    /** Runs a job to its end. */
    static void run(Pipeline pipeline, RunOptions options) {
        var config = new Config();
        config.setClusterName("bench-" + ProcessHandle.current().pid());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(options.parallelism())
                .setBackupCount(0);
        var join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getSerializationConfig()
                .addSerializerConfig(
                        new SerializerConfig().setTypeClass(Total.class).setImplementation(new TotalSerializer()));
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        var job = new JobConfig().setName("bench");
        if (options.checkpoints()) {
            job.setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                    .setSnapshotIntervalMillis(options.intervalMs());
        }
        member.getJet().newJob(pipeline, job).join();
    }

    private static final class TotalSerializer implements StreamSerializer<Total> {
        @Override
        public int getTypeId() {
            return 1001;
        }

        @Override
        public void write(ObjectDataOutput out, Total total) throws IOException {
            out.writeLong(total.count);
            out.writeLong(total.sum);
        }

        @Override
        public Total read(ObjectDataInput in) throws IOException {
            var total = new Total();
            total.count = in.readLong();
            total.sum = in.readLong();
            return total;
        }
    }
}

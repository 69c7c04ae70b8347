package io.staunch.verification.peer.flink;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.RunOptions;

/** B5 with Flink: B1, until the first result. */
public final class FirstOutputFlink implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return "the pipeline of keyed-count; " + Clusters.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        KeyedCountFlink.run(options, true);
    }
}

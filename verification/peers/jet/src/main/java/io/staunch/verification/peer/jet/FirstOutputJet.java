package io.staunch.verification.peer.jet;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.RunOptions;

/** B5 with Jet: B1, until the first result. */
public final class FirstOutputJet implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return "the pipeline of keyed-count; " + Members.words(options);
    }

    @Override
    public void run(RunOptions options) {
        KeyedCountJet.run(options, true);
    }
}

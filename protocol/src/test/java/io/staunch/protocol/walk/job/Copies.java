package io.staunch.protocol.walk.job;

import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.job.Folder.Stored;
import org.jspecify.annotations.Nullable;

/** The write-ahead copies of a follower, which lie in the checkpoints. */
final class Copies {
    private Copies() {}

    /** What the copy of a checkpoint has for a follower. */
    static int of(Stored stored, Outside follower) {
        int output = Output.NONE;
        for (int i = follower.outputs(stored.from()); i < follower.outputs(stored.position()); i++) {
            output = Output.with(output, i);
        }
        return output;
    }

    /** What a follower lacks, or null if it is not there any more. */
    static @Nullable Integer between(Folder folder, StartDecision.CatchUp catchUp, Outside follower) {
        int output = Output.NONE;
        for (long id : catchUp.checkpoints()) {
            Stored stored = folder.find(id);
            if (stored == null) {
                return null;
            }
            output = Output.concat(output, of(stored, follower));
        }
        return output;
    }
}

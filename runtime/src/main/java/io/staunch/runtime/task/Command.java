package io.staunch.runtime.task;

import io.staunch.source.Split;
import java.util.List;

/** What the coordinator says to tasks. */
public sealed interface Command {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        START_CHECKPOINT,
        ABANDON_CHECKPOINT,
        RELEASE,
        ADD_SPLITS
    }

    Kind kind();

    /**
     * To source tasks: note the positions and send the barrier. To others: it is on its way.
     *
     * @param since the newest durable checkpoint of this execution; -1 if there is none
     * @param last whether nothing is read any more behind it
     * @param finish whether it is the last one because there is no more to read, so that event time comes to its end before it
     */
    record StartCheckpoint(long checkpoint, long since, boolean last, boolean finish) implements Command {
        @Override
        public Kind kind() {
            return Kind.START_CHECKPOINT;
        }
    }

    /** To all tasks: the checkpoint has failed; whoever waits for its barrier goes on. */
    record AbandonCheckpoint(long checkpoint) implements Command {
        @Override
        public Kind kind() {
            return Kind.ABANDON_CHECKPOINT;
        }
    }

    /** To source tasks of an at-most-once job: the positions of the checkpoint are durable, so their records may be emitted. */
    record Release(long checkpoint) implements Command {
        @Override
        public Kind kind() {
            return Kind.RELEASE;
        }
    }

    /** To a source task: more splits to read. */
    record AddSplits(int task, List<Split> splits) implements Command {
        public AddSplits {
            splits = List.copyOf(splits);
        }

        @Override
        public Kind kind() {
            return Kind.ADD_SPLITS;
        }
    }
}

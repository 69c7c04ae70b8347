package io.staunch.runtime.job;

import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.runtime.task.Reports;
import io.staunch.source.Split;
import java.nio.ByteBuffer;
import java.util.List;

/** What agents of an execution and users of a job tell the coordinator. */
sealed interface Event {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        CAPTURED,
        PREPARED,
        OPENED,
        COMMITTED,
        COPIED,
        TRANSACTION_PREPARED,
        FOLLOWER_COMMITTED,
        DISCOVERED,
        FINISHED,
        FAILED,
        ASKED
    }

    Kind kind();

    /** A task has captured its part. */
    record Captured(Reports.Captured captured) implements Event {
        @Override
        public Kind kind() {
            return Kind.CAPTURED;
        }
    }

    /** A sink has flushed. */
    record Prepared(String sink, long checkpoint) implements Event {
        @Override
        public Kind kind() {
            return Kind.PREPARED;
        }
    }

    /** The lead has opened a transaction. */
    record Opened(long nanoTime) implements Event {
        @Override
        public Kind kind() {
            return Kind.OPENED;
        }
    }

    /** The lead has committed. */
    record Committed(long checkpoint) implements Event {
        @Override
        public Kind kind() {
            return Kind.COMMITTED;
        }
    }

    /** A piece of a follower's write-ahead copy is to be kept. */
    record Copied(String sink, ByteBuffer chunk, int records) implements Event {
        @Override
        public Kind kind() {
            return Kind.COPIED;
        }
    }

    /** A follower has prepared a transaction. */
    record TransactionPrepared(String sink, PreparedToken token) implements Event {
        @Override
        public Kind kind() {
            return Kind.TRANSACTION_PREPARED;
        }
    }

    /** A follower has written the interval of a checkpoint. */
    record FollowerCommitted(String sink, long checkpoint) implements Event {
        @Override
        public Kind kind() {
            return Kind.FOLLOWER_COMMITTED;
        }
    }

    /** A source has new splits. */
    record Discovered(String source, List<Split> splits) implements Event {
        @Override
        public Kind kind() {
            return Kind.DISCOVERED;
        }
    }

    /** A source task is at the end of its splits. */
    record Finished(int task) implements Event {
        @Override
        public Kind kind() {
            return Kind.FINISHED;
        }
    }

    /** Something can't go on. */
    record Failed(String subject, long origin, Throwable why) implements Event {
        @Override
        public Kind kind() {
            return Kind.FAILED;
        }
    }

    /** A user of the job wants something. */
    record Asked(Request request) implements Event {
        @Override
        public Kind kind() {
            return Kind.ASKED;
        }
    }

    /** What users can ask of a running job. In the order of their strength. */
    enum Request {
        FINISH,
        STOP,
        CLOSE
    }
}

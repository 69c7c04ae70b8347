package io.staunch.runtime.sink;

import io.staunch.runtime.Concurrency;
import io.staunch.sink.WriteAheadConnection;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * What the coordinator tells the agents of sinks while they step, in the interleavings that Lincheck explores: everything comes once and in order.
 */
class SinkCommandsConcurrencyTest {
    /** To the writer of the lead: where to go on. */
    public static final class Releases {
        private final SinkAgents agents = new SinkAgents();
        private final LeadWriter agent = agents.leadWriter();

        @Operation(nonParallelGroup = "coordinator")
        public void goOn(
                @Param(gen = IntGen.class, conf = "0:1") int slot,
                @Param(gen = IntGen.class, conf = "1:9") int checkpoint) {
            agent.goOn(slot, checkpoint);
        }

        @Operation(nonParallelGroup = "coordinator")
        public void goOnIn(
                @Param(gen = IntGen.class, conf = "0:1") int slot,
                @Param(gen = IntGen.class, conf = "1:9") int checkpoint) {
            agent.goOnIn(slot, checkpoint);
        }

        @Operation(nonParallelGroup = "agent")
        public String step() {
            return agents.step(agent);
        }
    }

    /** To the committer of the lead. */
    public static final class Commits {
        private final SinkAgents agents = new SinkAgents();
        private final LeadCommitter agent = agents.leadCommitter();

        @Operation(nonParallelGroup = "coordinator")
        public void commit(@Param(gen = IntGen.class, conf = "1:9") int checkpoint) {
            agent.commit(checkpoint % 2, SinkAgents.entry(checkpoint));
        }

        @Operation(nonParallelGroup = "agent")
        public String step() {
            return agents.step(agent);
        }
    }

    /** The same by two threads. */
    public static final class CommitsByTwo {
        private final SinkAgents agents = new SinkAgents();
        private final LeadCommitter agent = agents.leadCommitter();

        @Operation
        public void commit(@Param(gen = IntGen.class, conf = "1:9") int checkpoint) {
            agent.commit(checkpoint % 2, SinkAgents.entry(checkpoint));
        }

        @Operation(nonParallelGroup = "agent")
        public String step() {
            return agents.step(agent);
        }
    }

    /** To the committer of a follower. */
    public static final class Intervals {
        private final SinkAgents agents = new SinkAgents();
        private final FollowerCommitter<WriteAheadConnection<Object>> agent = agents.followerCommitter();

        @Operation(nonParallelGroup = "coordinator")
        public void commit(@Param(gen = IntGen.class, conf = "1:9") int checkpoint) {
            agent.commit(SinkAgents.interval(checkpoint));
        }

        @Operation(nonParallelGroup = "agent")
        public String step() {
            return agents.step(agent);
        }
    }

    @Test
    void theWriterOfTheLeadIsReleased() {
        Concurrency.holds(Releases.class);
    }

    @Test
    void theLeadCommits() {
        Concurrency.holds(Commits.class);
    }

    @Test
    void theLeadCommitsByTwoThreadsIsFound() {
        Concurrency.isFound(CommitsByTwo.class);
    }

    @Test
    void aFollowerCommits() {
        Concurrency.holds(Intervals.class);
    }
}

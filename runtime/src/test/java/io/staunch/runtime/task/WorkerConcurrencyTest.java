package io.staunch.runtime.task;

import io.staunch.runtime.Concurrency;
import io.staunch.runtime.task.Command.AbandonCheckpoint;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The coordinator commands a worker that steps, in the interleavings that Lincheck explores: each task gets every command, in order. */
class WorkerConcurrencyTest {
    /** A worker and its only task, which notes what it is told. */
    private static final class Told implements Task {
        private final Worker worker = new Worker("worker", new NoReports());
        private final StringBuilder commands = new StringBuilder();

        Told() {
            worker.own(this);
        }

        void send(int checkpoint) {
            worker.send(new AbandonCheckpoint(checkpoint));
        }

        String stepOfWorker() {
            commands.setLength(0);
            worker.step();
            return commands.toString();
        }

        @Override
        public void on(Command command) {
            commands.append(((AbandonCheckpoint) command).checkpoint()).append(' ');
        }

        @Override
        public int number() {
            return 0;
        }

        @Override
        public String name() {
            return "told[0]";
        }

        @Override
        public boolean step() {
            return false;
        }

        @Override
        public long origin() {
            return -1;
        }

        @Override
        public void close() {}
    }

    /** As it is meant to be used. */
    public static final class Right {
        private final Told told = new Told();

        @Operation(nonParallelGroup = "coordinator")
        public void send(@Param(gen = IntGen.class) int checkpoint) {
            told.send(checkpoint);
        }

        @Operation(nonParallelGroup = "worker")
        public String step() {
            return told.stepOfWorker();
        }
    }

    /** Two threads command. */
    public static final class TwoWhoCommand {
        private final Told told = new Told();

        @Operation
        public void send(@Param(gen = IntGen.class) int checkpoint) {
            told.send(checkpoint);
        }

        @Operation(nonParallelGroup = "worker")
        public String step() {
            return told.stepOfWorker();
        }
    }

    @Test
    void theCoordinatorsCommandsComeOnceAndInOrder() {
        Concurrency.holds(Right.class);
    }

    @Test
    void twoWhoCommandAreFound() {
        Concurrency.isFound(TwoWhoCommand.class);
    }
}

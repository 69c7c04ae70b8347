package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.error.StaunchException;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.DiskProcess;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * One life of a store: a session of an older epoch, a session in which something goes wrong, a successor in which something may go wrong
 * too, and a last process that sees what is left.
 *
 * @param checkpoints of the session in the middle
 * @param broken what is done to each process's disk
 */
record Trial(long segmentBytes, int checkpoints, Power power, UnaryOperator<Disk> broken) {
    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(2, 2);

    /** When the power fails. */
    enum Power {
        NEVER,
        AFTER_THE_SESSION,
        AFTER_ITS_SUCCESSOR
    }

    /** A fault at the n-th call of a process, and whether it happened. */
    static class Blow implements DiskPlan {
        private final long at;
        private final DiskFault fault;
        private long calls;
        private boolean struck;

        Blow(long at, DiskFault fault) {
            this.at = at;
            this.fault = fault;
        }

        static Blow none() {
            return new Blow(0, DiskFault.NONE);
        }

        @Override
        public DiskFault before(DiskCall call) {
            calls++;
            if (calls != at) {
                return DiskFault.NONE;
            }
            struck = true;
            boolean partWay = fault == DiskFault.KILL_PART_WAY || fault == DiskFault.FAIL_PART_WAY;
            return partWay && call.kind() != DiskCall.Kind.APPEND ? DiskFault.NONE : fault;
        }

        /** Whether the process lived long enough. */
        boolean struck() {
            return struck;
        }

        @Override
        public String toString() {
            return fault + " at call " + at;
        }
    }

    /** Throws an {@link AssertionError} if anything is lost or wrong. */
    void run(RandomGenerator choice, Blow first, Blow second) {
        try {
            live(new SimulatedDisk(choice), first, second);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    first + ", then " + second + ", power failure " + power + ", segments of " + segmentBytes
                            + ", choices " + choice,
                    e);
        }
    }

    /** The same with one more successor, in which nothing goes wrong and which adds nothing. The power fails after it. */
    void runWithOneMore(RandomGenerator choice, Blow first, Blow second) {
        try {
            var disk = new SimulatedDisk(choice);
            var session = new ScriptedSession(new Knowledge(), segmentBytes);
            session.run(broken.apply(disk.process("older")), SECOND, 1);
            process(disk, session, first, FIRST, checkpoints);
            process(disk, session, second, SECOND, 0);
            process(disk, session, Blow.none(), FIRST, 0);
            disk.crash();
            session.run(broken.apply(disk.process("last")), SECOND, 0);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(first + ", then " + second + ", choices " + choice, e);
        }
    }

    private void live(SimulatedDisk disk, Blow first, Blow second) {
        var session = new ScriptedSession(new Knowledge(), segmentBytes);
        session.run(broken.apply(disk.process("older")), SECOND, 1);
        process(disk, session, first, FIRST, checkpoints);
        if (power == Power.AFTER_THE_SESSION) {
            disk.crash();
        }
        // If the power fails later, what the successor has found must still be there, and not replaced by what it wrote
        // itself.
        process(disk, session, second, SECOND, power == Power.AFTER_ITS_SUCCESSOR ? 0 : 1);
        if (power == Power.AFTER_ITS_SUCCESSOR) {
            disk.crash();
        }
        session.run(broken.apply(disk.process("last")), FIRST, 0);
    }

    private void process(SimulatedDisk disk, ScriptedSession session, Blow blow, UUID attempt, int todo) {
        DiskProcess process = disk.process("attempt " + attempt.getMostSignificantBits());
        disk.plan(blow);
        try {
            session.run(broken.apply(process), attempt, todo);
        } catch (ProcessKilledException died) {
            // As planned.
        } catch (StaunchException e) {
            if (e.getCause() == null) {
                throw e;
            }
            // The folder could not even be opened; a job that starts like this ends like this.
        }
        disk.plan(DiskPlan.NOTHING);
        process.kill();
    }
}

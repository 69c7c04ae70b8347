package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.disk.DiskCall;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a job reaches once, in whichever of its processes, and never loses: some places lie before one of them only, and none of these is
 * met after a death at a place behind it. Exceptions take a process that has stood still in front of such a place since then, or a disk
 * or database that fails in the few calls of a first start; they are left to chance. In order. What lies behind the making of the ledger, {@code StartOrderTest} looks at in runs.
 */
enum Milestone {
    NOTHING,
    /** The topic of the lead's ledger is there. */
    LEDGER_MADE,
    /** A first checkpoint is durable. */
    FIRST_DURABLE,
    /** Every ledger has it, and sources have been read. */
    READY;

    private static final Set<ProtocolStep> BEHIND_THE_LEDGER = EnumSet.of(
            ProtocolStep.LEDGER_PEEKED,
            ProtocolStep.LEAD_FENCED,
            ProtocolStep.FOLLOWER_FENCED,
            ProtocolStep.LEDGER_READ,
            ProtocolStep.RECOVERY_DECIDED,
            ProtocolStep.OWNER_RECORDED);

    private static final Set<ProtocolStep> OF_A_START =
            EnumSet.of(ProtocolStep.EPOCH_CLAIMED, ProtocolStep.RESTARTING, ProtocolStep.ENDED);

    private static final Set<String> CALLS_BEHIND_THE_LEDGER = Set.of(
            "kafka.init",
            "kafka.produce",
            "kafka.flush",
            "kafka.commit",
            "kafka.poll",
            "kafka.listOffsets",
            "kafka.describeProducers",
            "kafka.listTransactions",
            "files.APPEND",
            "files.LIST",
            "files.READ",
            "files.REOPEN",
            "table.create",
            "table.read",
            "table.lock",
            "table.write",
            "table.commit",
            "table.prepared");

    private static final Set<String> CALLS_OF_A_READY_JOB = Set.of(
            "log.flush",
            "table.rollback",
            "table.prepare",
            "table.commitPrepared",
            "table.rollbackPrepared",
            "disk." + DiskCall.Kind.RENAME,
            "disk." + DiskCall.Kind.TRUNCATE,
            "disk." + DiskCall.Kind.DELETE);

    private static final String MAKES_THE_LEDGER = "kafka.createTopic";

    /** Whether a death at the first place can be followed by one at the second. */
    static boolean inOrder(CrashPoint first, CrashPoint second) {
        return reachedAt(first).compareTo(lastAt(second)) <= 0;
    }

    /** What a job has when a process has died there. */
    private static Milestone reachedAt(CrashPoint point) {
        String at = point.at();
        if (at.indexOf('.') < 0) {
            return reachedAt(ProtocolStep.valueOf(at));
        }
        if (CALLS_OF_A_READY_JOB.contains(at)) {
            return READY;
        }
        boolean made = at.equals(MAKES_THE_LEDGER) && !point.isBefore();
        return made || CALLS_BEHIND_THE_LEDGER.contains(at) ? LEDGER_MADE : NOTHING;
    }

    private static Milestone reachedAt(ProtocolStep step) {
        if (OF_A_START.contains(step)) {
            return NOTHING;
        }
        if (BEHIND_THE_LEDGER.contains(step)) {
            return LEDGER_MADE;
        }
        // With several ledgers ROOT_COMMITTED comes for each of them, and a death at one before another is left to
        // chance.
        return step == ProtocolStep.ROOT_DURABLE ? FIRST_DURABLE : READY;
    }

    /** The last of them that a job may have when a process comes by there. */
    private static Milestone lastAt(CrashPoint point) {
        String at = point.at();
        if (at.equals(MAKES_THE_LEDGER)) {
            return NOTHING;
        }
        if (at.equals(ProtocolStep.ROOT_DURABLE.name())) {
            return LEDGER_MADE;
        }
        return at.equals(ProtocolStep.ROOT_COMMITTED.name()) ? FIRST_DURABLE : READY;
    }
}

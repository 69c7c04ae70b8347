package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.HappenedFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A place at which a process can die: a step of the protocol, or a call to the disk or to a port, before, in or after its effect.
 *
 * @param action by which it dies there
 * @param at the step's or the call's name
 */
public record CrashPoint(FaultAction action, String at) {
    private static final EnumSet<ProtocolStep> OF_FOLLOWERS = EnumSet.of(
            ProtocolStep.FOLLOWER_CAUGHT_UP, ProtocolStep.FOLLOWER_COMMIT_SENT, ProtocolStep.FOLLOWER_COMMITTED);

    /** RESTARTING is met without a lead too, but nothing leads there for sure. */
    private static final EnumSet<ProtocolStep> OF_LEADS = EnumSet.of(
            ProtocolStep.LEAD_FENCED,
            ProtocolStep.TRANSACTION_OPENED,
            ProtocolStep.COMMIT_SENT,
            ProtocolStep.COMMITTED,
            ProtocolStep.RESTARTING);

    /** Of the lead's ledger, or that of a follower. */
    private static final EnumSet<ProtocolStep> OF_LEDGERS = EnumSet.of(
            ProtocolStep.LEDGER_PEEKED,
            ProtocolStep.LEDGER_READ,
            ProtocolStep.OWNER_RECORDED,
            ProtocolStep.ROOT_COMMITTED);

    /** What a checkpoint store does not ask of the disk; a job that reads or writes files does, at places of their own. */
    private static final EnumSet<DiskCall.Kind> OF_FILES =
            EnumSet.of(DiskCall.Kind.ENTRY, DiskCall.Kind.REOPEN, DiskCall.Kind.RENAME);

    /** Systems that a pipeline can have whatever its sources read. */
    private static final Set<String> EVERYWHERE = Set.of("disk", "table", "files", "jdbc");

    private static final String APPEND = "." + DiskCall.Kind.APPEND;

    /** Where the process died to which that has happened; empty if it did not die, or at no place that has a name. */
    static Optional<CrashPoint> of(HappenedFault fault) {
        if (!fault.action().kills() || fault.at().indexOf(' ') >= 0) {
            return Optional.empty();
        }
        FaultAction alone = switch (fault.action()) {
            case POWER_LOSS -> FaultAction.CRASH;
            case POWER_LOSS_AFTER -> FaultAction.CRASH_AFTER;
            default -> fault.action();
        };
        return Optional.of(new CrashPoint(alone, fault.at()));
    }

    /** All at a place. */
    static List<CrashPoint> at(String place) {
        List<CrashPoint> points = new ArrayList<>();
        points.add(new CrashPoint(FaultAction.CRASH, place));
        if (place.indexOf('.') >= 0) {
            points.add(new CrashPoint(FaultAction.CRASH_AFTER, place));
        }
        if (place.endsWith(APPEND)) {
            points.add(new CrashPoint(FaultAction.CRASH_PART_WAY, place));
        }
        return points;
    }

    /** All of the protocol that there can be, all of the disk, and those of calls to outside systems. */
    static List<CrashPoint> all(Aim.Places places) {
        EnumSet<ProtocolStep> steps = EnumSet.allOf(ProtocolStep.class);
        if (!places.lead()) {
            steps.removeAll(OF_LEADS);
        }
        if (!places.ledger()) {
            steps.remove(ProtocolStep.FOLLOWER_FENCED);
        }
        if (!places.lead() && !places.ledger()) {
            steps.removeAll(OF_LEDGERS);
        }
        if (!places.followers()) {
            steps.removeAll(OF_FOLLOWERS);
        }
        List<CrashPoint> points = new ArrayList<>();
        for (ProtocolStep step : steps) {
            points.addAll(at(step.name()));
        }
        for (DiskCall.Kind kind : EnumSet.complementOf(OF_FILES)) {
            points.addAll(at("disk." + kind));
        }
        places.calls().forEach(call -> points.addAll(at(call)));
        return points;
    }

    /**
     * Whether one run can have a death here and then one there. Each has one system that its first source reads, and tables, a database and files besides; and nobody comes
     * by what a job does once when it has been at what lies behind that.
     */
    public boolean canComeBefore(CrashPoint later) {
        String mine = system();
        String its = later.system();
        return (mine.isEmpty() || its.isEmpty() || mine.equals(its)) && Milestone.inOrder(this, later);
    }

    /** Whether what is called there has not happened yet. */
    boolean isBefore() {
        return action == FaultAction.CRASH;
    }

    private String system() {
        int dot = at.indexOf('.');
        String system = dot < 0 ? "" : at.substring(0, dot);
        return EVERYWHERE.contains(system) ? "" : system;
    }

    ExactFault fault() {
        return new ExactFault(action, at, 1);
    }

    @Override
    public String toString() {
        if (at.indexOf('.') < 0) {
            return at;
        }
        return switch (action) {
                    case CRASH_AFTER -> "after ";
                    case CRASH_PART_WAY -> "in ";
                    default -> "before ";
                }
                + at;
    }
}

package io.staunch.testkit.simulation.world;

/** What can befall a process, or one call that it makes to the outside. */
public enum FaultAction {
    /** The process dies; before the effect, where the place is a call. */
    CRASH(Moment.BEFORE),
    /** The process dies after the call's effect and before its answer. */
    CRASH_AFTER(Moment.AFTER),
    /** The process dies in the middle of an append, of which any beginning remains. */
    CRASH_PART_WAY(Moment.DURING),
    /** The power fails: every process dies, and of what was not synced to the disk any part remains. */
    POWER_LOSS(Moment.BEFORE),
    /** Like {@link #POWER_LOSS}, after the call's effect and before its answer. */
    POWER_LOSS_AFTER(Moment.AFTER),
    /** The process stands still while others go on, among them a successor; before the effect, where the place is a call. */
    PAUSE(Moment.BEFORE),
    /** Like {@link #PAUSE}, after the call's effect and before its answer. */
    PAUSE_AFTER(Moment.AFTER),
    /** The call does not arrive, and its caller waits in vain. */
    LOSE_REQUEST(Moment.DURING),
    /** The call takes effect, and its caller waits in vain. */
    LOSE_ANSWER(Moment.DURING),
    /** The caller waits in vain, and the call takes effect some time after that, if it then still may. */
    DELAY_REQUEST(Moment.DURING),
    /** The call is refused for a reason that passes; a write to the disk fails before it did anything. */
    REFUSE(Moment.DURING),
    /** A write to the disk fails half way. */
    REFUSE_PART_WAY(Moment.DURING),
    /** A write to the disk fails after it did everything. */
    REFUSE_AFTER(Moment.DURING),
    /** The wall clock of the process jumps. */
    CLOCK_JUMP(Moment.BEFORE);

    private final Moment moment;

    FaultAction(Moment moment) {
        this.moment = moment;
    }

    Moment moment() {
        return moment;
    }

    /** Whether processes die of it. */
    public boolean kills() {
        return this == CRASH
                || this == CRASH_AFTER
                || this == CRASH_PART_WAY
                || this == POWER_LOSS
                || this == POWER_LOSS_AFTER;
    }

    /** Whether a process stands still. */
    public boolean pauses() {
        return this == PAUSE || this == PAUSE_AFTER;
    }

    boolean hasSize() {
        return pauses() || this == CLOCK_JUMP;
    }

    /** Empty for one without size, or whose size is left to chance. */
    String sizeText(long size) {
        if (size == 0) {
            return "";
        }
        return pauses() ? " for " + size + " steps" : " by " + size + " ms";
    }

    /** When it is decided. */
    enum Moment {
        /** Between two steps of agents, at a step of the protocol, or before a call's effect. */
        BEFORE,
        /** Where the fate of a call is asked for. */
        DURING,
        /** After a call's effect. */
        AFTER
    }
}

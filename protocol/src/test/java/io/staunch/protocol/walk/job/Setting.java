package io.staunch.protocol.walk.job;

/**
 * What a world has.
 *
 * @param sinks of the job
 * @param other what the second folder is
 * @param records of the input; one of them makes no output at the lead, another one none at the follower
 */
public record Setting(Sinks sinks, Other other, int records, Faults faults) {
    /** The job's sinks. */
    public enum Sinks {
        LEAD,
        FOLLOWER,
        BOTH,
        /** The job has run with the lead alone; now it has a follower, too. */
        FOLLOWER_ADDED,
        /** The job has run with the follower alone; now it has a lead, too. */
        LEAD_ADDED;

        boolean lead() {
            return this != FOLLOWER;
        }

        boolean follower() {
            return this != LEAD;
        }

        boolean added() {
            return this == FOLLOWER_ADDED || this == LEAD_ADDED;
        }
    }

    /** The second folder. */
    public enum Other {
        /** Nobody uses one. */
        NONE,
        /** It is empty at first. */
        EMPTY,
        /** It is empty, and the job has run from the first one before. */
        EMPTY_LATER,
        /** At some time it becomes a copy of the first. */
        COPY,
        /** The same, and the job has run from the first one before. */
        COPY_LATER,
        /** It has checkpoints of something else. */
        FOREIGN
    }

    boolean copies() {
        return other == Other.COPY || other == Other.COPY_LATER;
    }

    /**
     * Whether a process looks at a ledger and then at the store in one step. With two folders its steps are taken so, since they are many, and
     * those of one folder are walked singly with followers.
     */
    boolean coarse() {
        return other != Other.NONE;
    }

    @Override
    public String toString() {
        return sinks + (other == Other.NONE ? "" : ", second folder " + other) + ", " + records + " records, " + faults;
    }
}

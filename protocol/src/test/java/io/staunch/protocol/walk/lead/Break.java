package io.staunch.protocol.walk.lead;

/** Ways of breaking the lead's protocol. */
enum Break {
    COMMIT_BEFORE_DURABLE("the lead commits before the store has the checkpoint"),
    READ_BEFORE_FENCE("the ledger is read before the ids are fenced"),
    FENCE_ONE_ID("only one of the two ids is fenced"),
    RESTORE_NEWEST("recovery restores the newest checkpoint whatever the ledger says"),
    COLLECT_TOO_EARLY("older checkpoints are freed as soon as a newer one is durable"),
    SWALLOW_ABORT("a commit that fails because the broker has aborted is taken for done"),
    EMPTY_INTERVAL_NOT_ENTERED("an interval without output is not entered in the ledger"),
    DECLINE_AFTER_OTHER_OPENED("a checkpoint is declined after the other id was opened"),
    RECORDS_BEFORE_ROOT_ENTRY("the first record is read before checkpoint 0 is entered"),
    LOOK_BEFORE_READ("the store is looked at before the ledger is read"),
    JUDGE_BY_OWNER_ALONE("a process whose owner record is not visible yet is taken for replaced"),
    LATE_PEEK_REFUSES("a look at the ledger that is a moment late refuses like one after fencing");

    private final String sentence;

    Break(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return sentence;
    }
}

package io.staunch.protocol.walk.job;

/** Ways of breaking the protocol of a job. */
public enum Flaw {
    // The follower.
    FOLLOWER_FIRST("the follower commits what is durable without waiting for the lead"),
    NO_FOLLOWER_FENCE("a follower's transaction does not look at the fence in its ledger row"),
    FOLLOWER_FENCED_LATE("a follower is fenced when the owner is recorded, not before its ledger is read"),
    FENCED_BY_NAME("a process that begins again keeps the fence that it had"),
    FOLLOWER_NOT_RETAINED("checkpoints are freed once the lead has a newer one, whatever the follower has"),
    CATCH_UP_DROPPED("a restored job goes on without bringing the follower up to the checkpoint"),
    CATCH_UP_BY_NUMBER("a follower that catches up is given every checkpoint in between, those left behind, too"),
    FIRST_ENTRY_SKIPPED("the follower gets no first entry"),
    EMPTY_COPY_NOT_ENTERED("an interval without output for the follower is not entered in its ledger"),
    FOLLOWER_ENTERED_FIRST("a first entry is made at the follower before the lead has it"),

    // Any.
    LOOK_BEFORE_READ("the store is looked at before the ledgers are read"),
    READ_BEFORE_FENCE("the ledgers are read and judged before anybody is fenced"),
    ALWAYS_OWNER("after an error a process begins again without finding out whether it still owns the job"),

    // Two folders.
    RECORD_FORGOTTEN("a record of the owner that got no answer is taken for one that was never made"),
    NO_OWNER_RECORD("the record of the owner is left out: no process ever finds one"),
    NO_CLAIMANTS("the owner in the ledger is not looked up among those who claimed the folder"),
    OWNER_BEFORE_JUDGING("the owner is recorded before the start is judged"),
    NO_EARLY_LOOK("a start is judged only after fencing"),
    MATCHED_BY_ID("an entry is matched with a checkpoint by its id alone"),
    EMPTY_IS_FIRST("an empty folder is always taken for a first start"),

    // Rewind.
    CONSENT_SILENCES_THE_LOOK("a start with consent to a rewind is not judged before it fences"),
    CONSENT_ASSUMED("a start that would be refused rewinds without consent"),
    READ_BEFORE_FIRST_ENTRY("a new lineage reads records before its first entry is committed"),
    LINEAGE_KEPT("a rewind goes on under the lineage of the ledger"),
    REWIND_FROM_NEWEST("a new lineage begins at the newest checkpoint, whether or not that was committed"),
    REPLACED_BY_LINEAGE("a first entry that is missing replaces whatever the other lineage has committed since"),
    ONE_LEDGER_ASKED("a first entry that is missing in one ledger is made, whatever the others hold"),
    REPLACED_FORGOTTEN("the first checkpoint of a new lineage does not say what it replaces");

    private final String sentence;

    Flaw(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return sentence;
    }
}

package io.staunch.protocol.walk.prepared;

/** Ways of breaking sinks that prepare, and several followers. */
enum Break {
    TOKENS_ANEW("recovery asks for the transactions under names made anew, not those that the checkpoint holds"),
    COMMIT_UNASKED("a transaction that the outside does not know any more is taken for committed"),
    EVIDENCE_FIRST("evidence of a commit is looked for before the prepared transactions are"),
    ROLLED_BACK_FIRST("transactions of older attempts are rolled back before the start is decided"),
    STRAYS_LEFT("transactions beyond the restored checkpoint are left as they are"),
    STRAYS_ONCE("transactions of older attempts are rolled back at the start only"),
    ANYBODYS_ROLLED_BACK("a process rolls back what it does not need, also of newer attempts"),
    DECLINED_FORGOTTEN("what was prepared for a checkpoint that failed does not belong to the next one"),
    DECLINED_ROLLED_BACK("what was prepared for a checkpoint that failed is rolled back, and the job goes on"),
    OWN_TASK_ONLY("a start settles the transactions of the tasks that it has, not those of all there were"),
    BEFORE_LEAD("prepared transactions are committed without waiting for the lead"),
    DURABLE_UNPREPARED("a checkpoint is made durable before all of it is prepared"),
    ENTERED_EARLY("a checkpoint is entered before all its transactions are committed"),
    NOT_RETAINED("checkpoints are freed once the lead has a newer one, whatever the sinks have"),
    ONE_RETAINS("checkpoints are freed once one of the sinks has a newer one"),
    COPY_UNFENCED("a write-ahead copy is written without a look at the fence in the ledger row"),
    COPY_BEHIND_PREPARED("a write-ahead copy is written while later transactions stay prepared"),
    NO_LOCK_TIMEOUT("a write waits for a row lock for ever");

    private final String sentence;

    Break(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return sentence;
    }
}

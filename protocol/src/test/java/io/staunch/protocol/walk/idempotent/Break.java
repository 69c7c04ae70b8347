package io.staunch.protocol.walk.idempotent;

/** Ways of breaking an idempotent sink. */
enum Break {
    NO_OWNER_CHECK("a write does not look at the row that names the writer"),
    CHECKED_APART("a write looks at the row in a transaction before its own"),
    NO_FLUSH_AT_BARRIER("a checkpoint is made durable before what was written before its barrier is"),
    OLDER_TAKES_BACK("a start takes the row whoever is named there"),
    RESTORED_BEFORE_CLAIM("the checkpoint to restore is looked up before the store is claimed");

    private final String sentence;

    Break(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String toString() {
        return sentence;
    }
}

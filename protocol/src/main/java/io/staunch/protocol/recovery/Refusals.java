package io.staunch.protocol.recovery;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.util.Set;

/** The words of refusals: what was found, where, and the ways out. */
final class Refusals {
    private static final String REWIND = "to go on from what this store has and repeat that output, start once with"
            + " startMode(REWIND); to run beside it, give the pipeline another name";

    private Refusals() {}

    static String emptyStore(StartFacts facts, LedgerEntry entry) {
        return head(facts) + "the checkpoint store is empty, but the ledger says that the job has run before: " + entry
                + ". Starting with nothing would repeat its output. Ways out: point the settings at the folder that has checkpoint "
                + entry.committed() + "; " + REWIND;
    }

    static String otherLineage(StartFacts facts, LedgerEntry entry) {
        return head(facts) + "the store holds another history of the job than the ledger: store has lineage "
                + facts.me().lineage() + ", but " + entry
                + ". Ways out: point the settings at the folder of that lineage; " + REWIND;
    }

    static String checkpointMissing(StartFacts facts, LedgerEntry entry) {
        StringBuilder ids = new StringBuilder();
        for (KnownCheckpoint checkpoint : facts.checkpoints()) {
            ids.append(ids.isEmpty() ? "" : ", ")
                    .append(checkpoint.id())
                    .append(" of epoch ")
                    .append(checkpoint.owner().epoch());
        }
        return head(facts) + "the store does not have the checkpoint that the ledger names: " + entry
                + "; the store has " + ids + ". Ways out: restore the folder from where checkpoint " + entry.committed()
                + " is; " + REWIND;
    }

    static String entryMissing(StartFacts facts, String resource, KnownCheckpoint checkpoint) {
        return head(facts) + "the ledger at " + resource + " has no entry of this job, but checkpoint "
                + checkpoint.id()
                + " was taken after one was made: the ledger was emptied or is another one. Ways out: bring the ledger back; "
                + REWIND;
    }

    static String ledgerReplaced(StartFacts facts, String resource, String known, LedgerView view) {
        return head(facts) + "the ledger at " + resource + " was made anew: checkpoints know it as " + known
                + ", now it is " + view.identity()
                + ". What was committed can't be told any more. Ways out: bring the old ledger back; " + REWIND;
    }

    static String copiedStore(StartFacts facts, String resource, Owner owner) {
        return head(facts) + "the job at " + resource + " is owned by " + owner
                + ", which never claimed this store: it runs from a copy of the folder. Ways out: stop using one of the two copies and"
                + " start from the folder of that attempt; or give this pipeline another name";
    }

    static String resourceLeft(StartFacts facts, Set<String> left, KnownCheckpoint newest) {
        return head(facts) + "the pipeline has no sink at " + left + " any more, but output of checkpoint "
                + newest.id()
                + " may still have to be committed there. Ways out: start once with the old pipeline and stop it, so that everything is"
                + " settled; or consent to leaving it with drop(\""
                + left.iterator().next() + "\")";
    }

    static String followerAhead(StartFacts facts, LedgerEntry entry, KnownCheckpoint restored) {
        return head(facts) + "a sink has committed more than the job can restore: " + entry + ", but checkpoint "
                + restored.id() + " is restored. Ways out: restore the folder from where checkpoint "
                + entry.committed() + " is; " + REWIND;
    }

    static String copiesMissing(StartFacts facts, String resource, long confirmed, KnownCheckpoint from) {
        return head(facts) + "what " + resource + " was given after checkpoint " + confirmed
                + " may have to be written again, up to checkpoint "
                + from.id()
                + ", and the store does not have all of it any more. Ways out: restore the folder from where those checkpoints are;"
                + " or consent to losing it with drop(\"" + resource + "\")";
    }

    static String ledgerCame(StartFacts facts, String resource, KnownCheckpoint from) {
        return head(facts) + "the sink at " + resource + " had no commit ledger when checkpoint " + from.id()
                + " was taken and has one now: what it has written can't be told. Ways out: go back to the sink as it was; or give the new one"
                + " another name, and consent to leaving the old one with drop(\"" + resource
                + "\") when all of it was written";
    }

    private static String head(StartFacts facts) {
        return "job '" + facts.job() + "' is not started from " + facts.store() + ": ";
    }
}

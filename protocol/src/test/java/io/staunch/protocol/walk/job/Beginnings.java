package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.job.Folder.Stored;
import io.staunch.protocol.walk.job.Setting.Other;
import io.staunch.protocol.walk.job.Setting.Sinks;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What there is before the first step. */
final class Beginnings {
    private static final int BEFORE = 15;
    private static final int SOMEBODY_ELSE = 14;
    private static final int SILENT_AT_LEAD = 1;
    private static final int SILENT_AT_FOLLOWER = 0;

    private Beginnings() {}

    static Job of(Setting setting) {
        Sinks sinks = setting.sinks();
        Outside lead = sinks.lead() ? Outside.empty(Names.LEAD, SILENT_AT_LEAD) : null;
        Outside follower = sinks.follower() ? Outside.empty(Names.FOLLOWER, SILENT_AT_FOLLOWER) : null;
        Folder first = Folder.EMPTY;
        if (sinks.added()) {
            String known = sinks == Sinks.FOLLOWER_ADDED ? Names.LEAD : Names.FOLLOWER;
            first = ran(BEFORE, known, 1);
            if (known.equals(Names.LEAD)) {
                lead = committed(lead, first);
            } else {
                follower = committed(follower, first);
            }
        }
        if (setting.other() == Other.EMPTY_LATER || setting.other() == Other.COPY_LATER) {
            first = ran(BEFORE, Names.LEAD, 2);
            lead = committed(lead, first);
        }
        Folder second = setting.other() == Other.FOREIGN ? ran(SOMEBODY_ELSE, Names.LEAD, 2) : Folder.EMPTY;
        List<Attempt> attempts = Collections.nCopies(setting.faults().attempts(), Attempt.NONE);
        return new Job(first, second, lead, Transactions.NONE, follower, setting.faults(), attempts);
    }

    /** A folder in which somebody has run up to a record. */
    private static Folder ran(int attempt, String resource, int position) {
        Owner owner = Names.owner(attempt, 1, attempt);
        var known = new KnownCheckpoint(1, null, owner, null, Map.of(resource, resource), Set.of());
        var stored = new Stored(known, position, position, null);
        return Folder.EMPTY.claimedBy(Names.attempt(attempt)).with(stored);
    }

    private static Outside committed(Outside outside, Folder folder) {
        Stored stored = folder.checkpoints().get(0);
        Owner owner = stored.known().owner();
        int lineage = Names.number(owner.lineage());
        Shown shown = outside.shown()
                .begins(lineage, outside.outputs(stored.position()))
                .turnsTo(lineage);
        LedgerEntry entry = Roots.entry(outside.ledger().identity(), stored.known());
        return outside.owned(owner).entered(entry).caughtUp().with(shown);
    }
}

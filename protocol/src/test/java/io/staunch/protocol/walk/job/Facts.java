package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.job.Attempt.Seen;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What an attempt knows when it judges. */
final class Facts {
    private Facts() {}

    static StartFacts of(Move move, Seen seen) {
        Attempt attempt = move.attempt();
        List<KnownCheckpoint> known = known(move, seen);
        Map<String, LedgerView> ledgers = new HashMap<>();
        if (seen.lead() != null) {
            ledgers.put(Names.LEAD, view(move, seen.lead(), known));
        }
        if (seen.follower() != null) {
            ledgers.put(Names.FOLLOWER, view(move, seen.follower(), known));
        }
        Set<UUID> claimants = new HashSet<>(move.folder().claimants(attempt.epoch()));
        if (move.rules().is(Flaw.NO_CLAIMANTS)) {
            ledgers.values().stream()
                    .filter(view -> view.owner() != null)
                    .forEach(view -> claimants.add(view.owner().attempt()));
        }
        return new StartFacts(
                Names.JOB,
                "store",
                me(attempt, known),
                seen.newest(),
                claimants,
                known,
                seen.lead() == null ? null : Names.LEAD,
                ledgers,
                attempt.consent() || move.rules().is(Flaw.CONSENT_ASSUMED),
                Set.of());
    }

    private static List<KnownCheckpoint> known(Move move, Seen seen) {
        List<KnownCheckpoint> known = move.folder().knownTo(move.attempt().epoch());
        LedgerEntry entry = seen.lead() == null ? null : seen.lead().entry();
        if (!move.rules().is(Flaw.REPLACED_BY_LINEAGE) || entry == null) {
            return known;
        }
        return known.stream().map(checkpoint -> replacing(checkpoint, entry)).toList();
    }

    private static KnownCheckpoint replacing(KnownCheckpoint checkpoint, LedgerEntry entry) {
        KnownCheckpoint.Replaced replaces = checkpoint.replaces();
        if (replaces == null || !replaces.lineage().equals(entry.owner().lineage())) {
            return checkpoint;
        }
        return new KnownCheckpoint(
                checkpoint.id(),
                checkpoint.previous(),
                checkpoint.owner(),
                new KnownCheckpoint.Replaced(replaces.lineage(), entry.committed()),
                checkpoint.ledgers(),
                checkpoint.introduced());
    }

    /** The attempt in the lineage of the newest checkpoint, or in its own. */
    static Owner me(Move move) {
        return me(move.attempt(), move.folder().knownTo(move.attempt().epoch()));
    }

    private static Owner me(Attempt attempt, List<KnownCheckpoint> known) {
        int lineage = known.isEmpty()
                ? attempt.number()
                : Names.number(known.get(known.size() - 1).owner().lineage());
        return Names.owner(attempt.number(), attempt.epoch(), lineage);
    }

    private static LedgerView view(Move move, LedgerView view, List<KnownCheckpoint> known) {
        LedgerEntry entry = view.entry();
        if (!move.rules().is(Flaw.MATCHED_BY_ID) || entry == null) {
            return view;
        }
        for (KnownCheckpoint checkpoint : known) {
            if (checkpoint.id() == entry.committed()) {
                var taken = new LedgerEntry(entry.job(), entry.resource(), entry.committed(), checkpoint.owner());
                return new LedgerView(view.identity(), view.owner(), taken);
            }
        }
        return view;
    }
}

package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartDecision.Reason;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.job.Attempt.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a refusal is right: judged by the whole world, which a process can't see. */
final class Refused {
    private Refused() {}

    static void refused(Move move, String name, Seen seen, StartDecision.Refuse refuse, boolean fenced) {
        Job state = move.state();
        Folder folder = move.folder();
        LedgerView view = state.deciding().ledger();
        Owner owner = view.owner();
        if (!move.newest()) {
            move.wrong(name, "a stale process judges what it reads: " + refuse.message());
        } else if (mayGoOn(state, move.attempt().place())) {
            move.wrong(name, "refused from the owner's folder: " + refuse.message());
        } else if (owner != null
                && owner.attempt().equals(Names.attempt(move.attempt().number()))) {
            move.wrong(name, "refused after it has replaced the owner's record: " + refuse.message());
        } else if (!reasons(seen, folder).contains(refuse.reason())) {
            move.wrong(name, "expected " + reasons(seen, folder) + " but the reason is " + refuse.message());
        } else {
            boolean certain = refuse.reason() != Reason.ENTRY_MISSING && refuse.reason() != Reason.FOLLOWER_AHEAD;
            Job after = fenced && certain
                    ? state.with(move.attempt().place(), folder.refusedAt(refuse.reason(), view))
                    : state;
            move.to(name + ", is refused: " + refuse.reason(), after, Attempt.NONE);
        }
    }

    /** Whether the folder was refused after fencing, and nothing has changed for it. */
    static boolean again(Move move) {
        Folder.Refusal refusal = move.folder().refused();
        if (refusal == null || move.attempt().epoch() <= refusal.claims()) {
            return false;
        }
        LedgerView before = refusal.view();
        LedgerView now = move.state().deciding().ledger();
        boolean mayRewind = move.attempt().consent() && refusal.reason() != Reason.COPIED_STORE;
        return !mayRewind
                && before.entry() != null
                && now.entry() != null
                && now.entry().owner().lineage().equals(before.entry().owner().lineage())
                && lineage(now.owner()) != null
                && lineage(now.owner()).equals(lineage(before.owner()));
    }

    /** Whether the ledgers belong to what a folder has: a start from it must go on. */
    static boolean mayGoOn(Job state, int place) {
        Folder folder = state.folder(place);
        return (state.lead() == null || belongs(state.lead(), folder))
                && (state.follower() == null || belongs(state.follower(), folder));
    }

    private static boolean belongs(Outside outside, Folder folder) {
        KnownCheckpoint newest = folder.newest();
        Owner owner = outside.owner();
        UUID lineage = newest == null ? null : newest.owner().lineage();
        boolean foreign = owner != null
                && !folder.claims().contains(owner.attempt())
                && (lineage == null || lineage.equals(owner.lineage()));
        if (foreign) {
            return false;
        }
        String resource = outside.ledger().identity();
        boolean first = newest != null && newest.introduced().contains(resource);
        LedgerEntry entry = outside.entry();
        if (entry == null) {
            return newest == null || first || !newest.ledgers().containsKey(resource);
        }
        return folder.find(entry) != null || (first && Roots.replaces(folder, entry));
    }

    /** Why a start from a folder that is not the owner's may be refused. */
    private static List<Reason> reasons(Seen seen, Folder folder) {
        KnownCheckpoint newest = folder.newest();
        if (newest == null) {
            return List.of(Reason.EMPTY_STORE);
        }
        UUID lineage = newest.owner().lineage();
        List<Reason> reasons = new ArrayList<>();
        for (LedgerView view : views(seen)) {
            LedgerEntry entry = view.entry();
            Owner owner = view.owner();
            if (entry != null && !entry.owner().lineage().equals(lineage)) {
                reasons.add(Reason.OTHER_LINEAGE);
            } else if (owner != null
                    && lineage.equals(owner.lineage())
                    && !folder.claims().contains(owner.attempt())) {
                reasons.add(Reason.COPIED_STORE);
            } else if (entry == null) {
                reasons.add(Reason.ENTRY_MISSING);
            } else {
                reasons.add(Reason.CHECKPOINT_MISSING);
            }
        }
        return reasons;
    }

    private static List<LedgerView> views(Seen seen) {
        return Stream.of(seen.lead(), seen.follower()).filter(Objects::nonNull).toList();
    }

    static List<Outside> outsides(Job state) {
        List<Outside> outsides = new ArrayList<>();
        if (state.lead() != null) {
            outsides.add(state.lead());
        }
        if (state.follower() != null) {
            outsides.add(state.follower());
        }
        return outsides;
    }

    private static @Nullable UUID lineage(@Nullable Owner owner) {
        return owner == null ? null : owner.lineage();
    }
}

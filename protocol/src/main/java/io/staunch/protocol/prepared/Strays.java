package io.staunch.protocol.prepared;

import io.staunch.ledger.Owner;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Tells which of a resource's prepared transactions nobody will ever commit. They are rolled back, since they hold locks, and so that a
 * process that was left behind can't commit them. Not once but again and again: a request to prepare that was on its way when its process
 * died may arrive after any look.
 *
 * @param me this attempt
 * @param firstId the first checkpoint id that this attempt may use since it started or last began again
 * @param replaced lineages in whose place this one was begun, with consent
 */
public record Strays(Owner me, long firstId, Set<UUID> replaced) {
    public Strays {
        replaced = Set.copyOf(replaced);
    }

    /**
     * The tokens to roll back. Those of a newer attempt are none of this one's business: it may be this one that was left behind. Those
     * that this attempt is about to prepare are not in question yet.
     *
     * @param pending those that the outside has
     * @param needed those of checkpoints that the sink has yet to show, and of the interval being written
     */
    public Set<PreparedToken> among(Collection<PreparedToken> pending, Predicate<PreparedToken> needed) {
        Set<PreparedToken> strays = new TreeSet<>(PreparedRecovery.ORDER);
        for (PreparedToken token : pending) {
            if (left(token) && !needed.test(token)) {
                strays.add(token);
            }
        }
        return strays;
    }

    /** Whether it was prepared before this attempt began, or before it began again. */
    private boolean left(PreparedToken token) {
        Owner owner = token.owner();
        if (!owner.lineage().equals(me.lineage())) {
            return replaced.contains(owner.lineage());
        }
        boolean own = owner.attempt().equals(me.attempt());
        return own ? token.checkpoint() < firstId : owner.epoch() < me.epoch();
    }
}

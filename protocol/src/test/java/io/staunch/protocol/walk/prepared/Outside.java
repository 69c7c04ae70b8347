package io.staunch.protocol.walk.prepared;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.walk.Output;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sink's outside.
 *
 * @param pending what each prepared transaction holds
 * @param late a request to prepare that nobody waits for any more, or null
 * @param evidence tokens of what was committed and may still be asked for
 * @param dropped tokens that the outside has let go of
 * @param fence the number in the ledger row
 * @param entry the entry in the ledger row
 * @param shown how many records of each key readers see
 */
record Outside(
        Map<PreparedToken, Integer> pending,
        @Nullable Late late,
        Set<PreparedToken> evidence,
        Set<PreparedToken> dropped,
        int fence,
        LedgerEntry entry,
        List<Integer> shown) {
    /** A transaction and what it holds. */
    record Late(PreparedToken token, int content) {}

    static Outside empty(int keys, LedgerEntry first) {
        return new Outside(Map.of(), null, Set.of(), Set.of(), 0, first, Collections.nCopies(keys, 0));
    }

    Outside prepared(PreparedToken token, int content) {
        var more = new HashMap<>(pending);
        more.put(token, content);
        return new Outside(Map.copyOf(more), late, evidence, dropped, fence, entry, shown);
    }

    Outside without(Set<PreparedToken> tokens) {
        var rest = new HashMap<>(pending);
        rest.keySet().removeAll(tokens);
        return new Outside(Map.copyOf(rest), late, evidence, dropped, fence, entry, shown);
    }

    Outside drops(PreparedToken token) {
        var more = new HashSet<>(dropped);
        more.add(token);
        Outside rest = without(Set.of(token));
        return new Outside(rest.pending, late, evidence, Set.copyOf(more), fence, entry, shown);
    }

    Outside with(@Nullable Late sent) {
        return new Outside(pending, sent, evidence, dropped, fence, entry, shown);
    }

    Outside fenced() {
        return new Outside(pending, late, evidence, dropped, fence + 1, entry, shown);
    }

    /** The evidence up to the entry will not be asked for again. */
    Outside entered(LedgerEntry next) {
        var rest = new HashSet<>(evidence);
        rest.removeIf(token -> token.checkpoint() <= next.committed());
        return new Outside(pending, late, Set.copyOf(rest), dropped, fence, next, shown);
    }

    Outside evident(PreparedToken token) {
        var more = new HashSet<>(evidence);
        more.add(token);
        return new Outside(pending, late, Set.copyOf(more), dropped, fence, entry, shown);
    }

    /** Readers see more; null if that is not, for each key, the record that comes next. */
    @Nullable
    Outside shows(int content) {
        List<Integer> more = new ArrayList<>(shown);
        for (int record : Output.records(content)) {
            int key = record % shown.size();
            if (record / shown.size() != more.get(key)) {
                return null;
            }
            more.set(key, more.get(key) + 1);
        }
        return new Outside(pending, late, evidence, dropped, fence, entry, List.copyOf(more));
    }

    /** Whether all of the first records are seen, and nothing else. */
    boolean isAfter(int records) {
        return shown.stream().mapToInt(Integer::intValue).sum() == records && !isBeyond(records);
    }

    /** Whether anything is seen that is not among the first records. */
    boolean isBeyond(int records) {
        for (int key = 0; key < shown.size(); key++) {
            if (shown.get(key) > (records - key + shown.size() - 1) / shown.size()) {
                return true;
            }
        }
        return false;
    }

    /** The prepared transactions that keep a row of this content locked, but one. */
    Set<PreparedToken> locking(int content, @Nullable PreparedToken but) {
        Set<PreparedToken> locks = new HashSet<>();
        for (Map.Entry<PreparedToken, Integer> one : pending.entrySet()) {
            if (!one.getKey().equals(but) && shareKey(content, one.getValue())) {
                locks.add(one.getKey());
            }
        }
        return locks;
    }

    private boolean shareKey(int content, int other) {
        for (int record : Output.records(content)) {
            for (int held : Output.records(other)) {
                if (record % shown.size() == held % shown.size()) {
                    return true;
                }
            }
        }
        return false;
    }
}

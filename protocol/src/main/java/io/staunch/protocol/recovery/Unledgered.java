package io.staunch.protocol.recovery;

import io.staunch.protocol.recovery.StartDecision.CatchUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Followers without a ledger. Nobody but the checkpoints knows what they have written: each says how far that was certain when it was taken. What
 * came after may have been written or not, and is written again.
 *
 * @param catchUps what each has to write again before records flow
 * @param refusal why the job can't go on, or null
 */
public record Unledgered(List<CatchUp> catchUps, @Nullable String refusal) {
    public Unledgered {
        catchUps = List.copyOf(catchUps);
    }

    /**
     * For a start that goes on from a checkpoint.
     *
     * @param from whose content is restored
     * @param present resources of the pipeline's followers without a ledger
     */
    public static Unledgered of(StartFacts facts, KnownCheckpoint from, Set<String> present) {
        List<CatchUp> catchUps = new ArrayList<>();
        for (Map.Entry<String, Long> each : new TreeMap<>(from.confirmed()).entrySet()) {
            String resource = each.getKey();
            long confirmed = each.getValue();
            List<Long> lacking = lacking(facts, from, confirmed);
            if (facts.ledgers().containsKey(resource)) {
                return refused(Refusals.ledgerCame(facts, resource, from));
            }
            boolean gone = !present.contains(resource);
            if (!gone && lacking != null) {
                // Whatever was consented to: that was for a start which could not give it what it lacks.
                if (!lacking.isEmpty()) {
                    catchUps.add(new CatchUp(resource, lacking));
                }
            } else if (!facts.mayLeave().contains(resource)) {
                return refused(
                        gone
                                ? Refusals.resourceLeft(facts, new TreeSet<>(Set.of(resource)), from)
                                : Refusals.copiesMissing(facts, resource, confirmed, from));
            }
        }
        return new Unledgered(catchUps, null);
    }

    /** Null if the store does not have all of them. */
    private static @Nullable List<Long> lacking(StartFacts facts, KnownCheckpoint from, long confirmed) {
        Line line = Line.to(from, facts.checkpoints());
        Long previous = line.oldest().previous();
        boolean whole = line.oldest().id() <= confirmed || previous == null || previous <= confirmed;
        return whole ? line.after(confirmed) : null;
    }

    private static Unledgered refused(String why) {
        return new Unledgered(List.of(), why);
    }
}

package io.staunch.protocol.prepared;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides what a start does with the prepared transactions of one resource, when it is known which checkpoint is restored: those of the
 * checkpoints that the resource lacks are committed, in order; what lies beyond is rolled back.
 */
public final class PreparedRecovery {
    static final Comparator<PreparedToken> ORDER = Comparator.comparingLong(PreparedToken::checkpoint)
            .thenComparingInt(PreparedToken::task)
            .thenComparing(PreparedToken::text);

    private PreparedRecovery() {}

    /**
     * A checkpoint that the resource lacks.
     *
     * @param tokens of all its tasks, whatever the parallelism was
     */
    public record Interval(long checkpoint, List<PreparedToken> tokens) {
        public Interval {
            tokens = List.copyOf(tokens);
        }
    }

    /**
     * What there is to know: after the resource was fenced and the checkpoint to restore decided on.
     *
     * @param strays whose tokens are left over
     * @param lacking the checkpoints from behind the resource's ledger entry up to the restored one, oldest first, and no others
     * @param pending what the outside had prepared, by a first look
     * @param tells whether the outside keeps evidence of what was committed
     * @param evidence the tokens of {@code lacking} whose evidence was there, by a second look
     * @param copies whether the checkpoints hold the records, too
     */
    public record Facts(
            Strays strays,
            List<Interval> lacking,
            Collection<PreparedToken> pending,
            boolean tells,
            Collection<PreparedToken> evidence,
            boolean copies) {}

    /** What to do with one token. */
    public record Step(long checkpoint, PreparedToken token, Settle settle) {}

    /**
     * What to do: first roll back, in any order, then the steps, one after the other. One that finds the outside otherwise than expected
     * means that it is looked at and decided again; so does a crash.
     *
     * @param rollBack to be rolled back; one that is gone is no error
     * @param steps in order
     */
    public record Plan(Set<PreparedToken> rollBack, List<Step> steps) {
        public Plan {
            rollBack = Collections.unmodifiableSet(new LinkedHashSet<>(rollBack));
            steps = List.copyOf(steps);
        }

        /** Those whose records are lost here; if there are any, nothing else is done. */
        public List<PreparedToken> lost() {
            return steps.stream()
                    .filter(step -> step.settle() == Settle.REPORT)
                    .map(Step::token)
                    .toList();
        }
    }

    /**
     * The plan. From the first transaction on that is written from its copy, all later ones are, too: prepared ones may hold row locks that
     * the copy needs, and would wait for it themselves. They are rolled back first.
     */
    public static Plan plan(Facts facts) {
        Set<PreparedToken> needed = facts.lacking().stream()
                .flatMap(interval -> interval.tokens().stream())
                .collect(Collectors.toSet());
        Set<PreparedToken> rollBack = facts.strays().among(facts.pending(), needed::contains);
        List<Step> steps = new ArrayList<>();
        boolean copied = false;
        for (Interval interval : facts.lacking()) {
            for (PreparedToken token : interval.tokens()) {
                Settle settle = Settle.of(fate(facts, token), facts.copies());
                if (copied && settle == Settle.COMMIT) {
                    rollBack.add(token);
                    settle = Settle.WRITE_COPY;
                }
                copied |= settle == Settle.WRITE_COPY;
                steps.add(new Step(interval.checkpoint(), token, settle));
            }
        }
        return new Plan(rollBack, steps);
    }

    private static Fate fate(Facts facts, PreparedToken token) {
        return Fate.of(
                facts.pending().contains(token), facts.tells(), facts.evidence().contains(token));
    }
}

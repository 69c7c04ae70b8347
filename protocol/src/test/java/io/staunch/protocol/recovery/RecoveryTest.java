package io.staunch.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.recovery.KnownCheckpoint.Replaced;
import io.staunch.protocol.recovery.StartDecision.CatchUp;
import io.staunch.protocol.recovery.StartDecision.CommitFirstEntry;
import io.staunch.protocol.recovery.StartDecision.NewLineage;
import io.staunch.protocol.recovery.StartDecision.Reason;
import io.staunch.protocol.recovery.StartDecision.Refuse;
import io.staunch.protocol.recovery.StartDecision.Restore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the walks have found, each in the smallest form. */
class RecoveryTest {
    private static final String LEAD = "lead";
    private static final String FOLLOWER = "follower";
    private static final UUID LINEAGE = new UUID(2, 1);
    private static final UUID OTHER = new UUID(2, 2);
    private static final Owner OLD = new Owner(new UUID(1, 1), 1, LINEAGE);
    private static final Owner ELSEWHERE = new Owner(new UUID(1, 2), 1, OTHER);
    private static final Owner ME = new Owner(new UUID(1, 3), 2, LINEAGE);

    @Test
    void aFollowerIsNotGivenWhatRecoveryHasLeftBehind() {
        var checkpoints = List.of(taken(1, null), taken(2, 1L), taken(3, 1L), taken(4, 3L));
        var decision = Recovery.decide(facts(checkpoints, entry(LEAD, 4, OLD), entry(FOLLOWER, 1, OLD), false));
        assertThat(decision)
                .isEqualTo(new Restore(taken(4, 3L), List.of(new CatchUp(FOLLOWER, List.of(3L, 4L))), Set.of()));
    }

    @Test
    void aFollowerWhoseCheckpointIsNotOnTheLineIsRefused() {
        var checkpoints = List.of(taken(1, null), taken(2, 1L), taken(3, 1L));
        var decision = Recovery.decide(facts(checkpoints, entry(LEAD, 3, OLD), entry(FOLLOWER, 2, OLD), false));
        assertThat(reason(decision)).isEqualTo(Reason.CHECKPOINT_MISSING);
    }

    @Test
    void aFollowerIsRefusedIfACheckpointInBetweenIsGone() {
        var checkpoints = List.of(taken(1, null), taken(3, 2L));
        var decision = Recovery.decide(facts(checkpoints, entry(LEAD, 3, OLD), entry(FOLLOWER, 1, OLD), false));
        assertThat(reason(decision)).isEqualTo(Reason.CHECKPOINT_MISSING);
    }

    @Test
    void aLookAtTheLeadThatIsLateRefusesNoFollowerThatHasJustComeToTheJob() {
        var before = new KnownCheckpoint(1, null, OLD, null, Map.of(LEAD, LEAD), Set.of());
        var first = new KnownCheckpoint(2, 1L, OLD, null, Map.of(LEAD, LEAD, FOLLOWER, FOLLOWER), Set.of(FOLLOWER));
        var late = facts(List.of(before, first), entry(LEAD, 1, OLD), entry(FOLLOWER, 2, OLD), false);
        assertThat(Recovery.refusal(late)).isNull();
        assertThat(reason(Recovery.decide(late))).isEqualTo(Reason.FOLLOWER_AHEAD);
    }

    @Test
    void aLookThatStillShowsWhatARewindHasReplacedRefusesNothing() {
        var first = first(3, new Replaced(OTHER, 7));
        var next = new KnownCheckpoint(4, 3L, OLD, null, Map.of(LEAD, LEAD), Set.of());
        assertThat(Recovery.refusal(facts(List.of(first, next), entry(LEAD, 7, ELSEWHERE), null, false)))
                .isNull();
        var other = Recovery.refusal(facts(List.of(first, next), entry(LEAD, 8, ELSEWHERE), null, false));
        assertThat(other).isNotNull().extracting(Refuse::reason).isEqualTo(Reason.OTHER_LINEAGE);
    }

    @Test
    void aFirstEntryThatIsMissingReplacesOnlyWhatWasReported() {
        var first = first(3, new Replaced(OTHER, 7));
        assertThat(Recovery.decide(facts(List.of(first), entry(LEAD, 7, ELSEWHERE), null, false)))
                .isEqualTo(new CommitFirstEntry(first));
        assertThat(reason(Recovery.decide(facts(List.of(first), entry(LEAD, 8, ELSEWHERE), null, false))))
                .isEqualTo(Reason.OTHER_LINEAGE);
    }

    @Test
    void aFirstEntryThatIsMissingIsNotMadeIfTheLeadHasAnotherLineage() {
        var before = new KnownCheckpoint(1, null, OLD, null, Map.of(LEAD, LEAD), Set.of());
        var first = new KnownCheckpoint(2, 1L, OLD, null, Map.of(LEAD, LEAD, FOLLOWER, FOLLOWER), Set.of(FOLLOWER));
        Map<String, LedgerView> ledgers = Map.of(
                LEAD,
                new LedgerView(LEAD, ELSEWHERE, entry(LEAD, 0, ELSEWHERE)),
                FOLLOWER,
                new LedgerView(FOLLOWER, ELSEWHERE, null));
        var facts = new StartFacts(
                "job",
                "store",
                ME,
                true,
                Set.of(OLD.attempt()),
                List.of(before, first),
                LEAD,
                ledgers,
                false,
                Set.of());
        assertThat(reason(Recovery.decide(facts))).isEqualTo(Reason.OTHER_LINEAGE);
    }

    @Test
    void aRewindBeginsWhereTheLeadIsCertainToBe() {
        var checkpoints = List.of(lead(1, null), lead(2, 1L), lead(3, 1L));
        var decision = Recovery.decide(facts(checkpoints, entry(LEAD, 9, ELSEWHERE), null, true));
        assertThat(decision).isEqualTo(new NewLineage(lead(1, null), entry(LEAD, 9, ELSEWHERE)));
    }

    @Test
    void aRewindBeginsAtTheNewestCheckpointIfTheOneBeforeWasFreed() {
        var decision = Recovery.decide(facts(List.of(lead(3, 1L)), entry(LEAD, 9, ELSEWHERE), null, true));
        assertThat(decision).isEqualTo(new NewLineage(lead(3, 1L), entry(LEAD, 9, ELSEWHERE)));
    }

    @Test
    void aRewindBeginsWhereTheLastFollowerIs() {
        var checkpoints = List.of(taken(1, null), taken(2, 1L), taken(3, 2L));
        var decision = Recovery.decide(facts(checkpoints, entry(LEAD, 2, OLD), entry(FOLLOWER, 9, ELSEWHERE), true));
        assertThat(decision).isEqualTo(new NewLineage(taken(1, null), entry(LEAD, 2, OLD)));
    }

    @Test
    void consentToARewindIsNoConsentToLosingWhatASinkThatHasLeftLacks() {
        var decision = Recovery.decide(facts(List.of(taken(1, null)), entry(LEAD, 1, OLD), null, true));
        assertThat(reason(decision)).isEqualTo(Reason.RESOURCE_LEFT);
    }

    private static KnownCheckpoint taken(long id, @Nullable Long previous) {
        return new KnownCheckpoint(id, previous, OLD, null, Map.of(LEAD, LEAD, FOLLOWER, FOLLOWER), Set.of());
    }

    private static KnownCheckpoint lead(long id, @Nullable Long previous) {
        return new KnownCheckpoint(id, previous, OLD, null, Map.of(LEAD, LEAD), Set.of());
    }

    private static KnownCheckpoint first(long id, Replaced replaces) {
        return new KnownCheckpoint(id, null, OLD, replaces, Map.of(LEAD, LEAD), Set.of(LEAD));
    }

    private static LedgerEntry entry(String resource, long committed, Owner owner) {
        return new LedgerEntry("job", resource, committed, owner);
    }

    private static StartFacts facts(
            List<KnownCheckpoint> checkpoints, LedgerEntry lead, @Nullable LedgerEntry follower, boolean rewind) {
        Map<String, LedgerView> ledgers = new HashMap<>();
        ledgers.put(LEAD, new LedgerView(LEAD, lead.owner(), lead));
        if (follower != null) {
            ledgers.put(FOLLOWER, new LedgerView(FOLLOWER, follower.owner(), follower));
        }
        return new StartFacts(
                "job", "store", ME, true, Set.of(OLD.attempt()), checkpoints, LEAD, ledgers, rewind, Set.of());
    }

    private static @Nullable Reason reason(StartDecision decision) {
        return decision instanceof Refuse refuse ? refuse.reason() : null;
    }
}

package io.staunch.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.recovery.StartDecision.CatchUp;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A follower without a ledger: what it may lack is written again, and nothing is lost unseen. */
class UnledgeredTest {
    private static final String WEB = "web";
    private static final Owner ME = new Owner(new UUID(1, 1), 1, new UUID(2, 1));

    private static KnownCheckpoint taken(long id, @Nullable Long previous, long confirmed) {
        return new KnownCheckpoint(id, previous, ME, null, Map.of(), Set.of(), Map.of(WEB, confirmed));
    }

    private static StartFacts facts(Map<String, LedgerView> ledgers, Set<String> mayLeave, KnownCheckpoint... known) {
        return new StartFacts("job", "here", ME, true, Set.of(), List.of(known), null, ledgers, false, mayLeave);
    }

    private static Unledgered of(KnownCheckpoint from, KnownCheckpoint... known) {
        return Unledgered.of(facts(Map.of(), Set.of(), known), from, Set.of(WEB));
    }

    @Test
    void whatIsNotCertainIsWrittenAgainAndNothingThatWasLeftBehind() {
        var two = taken(2, 0L, 0);
        var leftBehind = taken(3, 2L, 2);
        var four = taken(4, 2L, 2);
        var five = taken(5, 4L, 2);
        assertThat(of(five, two, leftBehind, four, five))
                .isEqualTo(new Unledgered(List.of(new CatchUp(WEB, List.of(4L, 5L))), null));
        assertThat(of(two, two).catchUps()).containsExactly(new CatchUp(WEB, List.of(2L)));
    }

    @Test
    void whatIsCertainIsNot() {
        assertThat(of(taken(5, 4L, 5), taken(5, 4L, 5))).isEqualTo(new Unledgered(List.of(), null));
    }

    @Test
    void theStartIsRefusedIfACopyIsGone() {
        assertThat(of(taken(5, 4L, 2), taken(5, 4L, 2)).refusal())
                .contains("after checkpoint 2", "up to checkpoint 5", "drop(\"web\")");
    }

    /** It may be left in the settings from when the sink was gone, or from when copies were. */
    @Test
    void aConsentToLosingWhatASinkLacksDropsNothingThatCanBeWritten() {
        var five = taken(5, 4L, 4);
        assertThat(Unledgered.of(facts(Map.of(), Set.of(WEB), five), five, Set.of(WEB)))
                .isEqualTo(new Unledgered(List.of(new CatchUp(WEB, List.of(5L))), null));
        var copyGone = taken(5, 4L, 2);
        assertThat(Unledgered.of(facts(Map.of(), Set.of(WEB), copyGone), copyGone, Set.of(WEB)))
                .isEqualTo(new Unledgered(List.of(), null));
    }

    @Test
    void theStartIsRefusedIfTheSinkHasLeftOrGotALedger() {
        var five = taken(5, 4L, 4);
        assertThat(Unledgered.of(facts(Map.of(), Set.of(), five), five, Set.of())
                        .refusal())
                .contains("no sink at [web]", "drop(\"web\")");
        var view = new LedgerView("ledger", null, null);
        assertThat(Unledgered.of(facts(Map.of(WEB, view), Set.of(), five), five, Set.of())
                        .refusal())
                .contains("had no commit ledger");
        assertThat(Unledgered.of(facts(Map.of(), Set.of(WEB), five), five, Set.of()))
                .isEqualTo(new Unledgered(List.of(), null));
    }
}

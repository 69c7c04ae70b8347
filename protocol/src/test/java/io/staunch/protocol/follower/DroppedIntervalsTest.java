package io.staunch.protocol.follower;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.follower.DroppedIntervals.Lacking;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DroppedIntervalsTest {
    private static final String ONE = "one at database, table \"x, checkpoint 7\"";
    private static final String TWO = "two at database";
    private static final int IDS = 4;

    /** Every set of lacking checkpoints of two followers, every set of consents to some of them, every checkpoint to go on from. */
    @Test
    void anIntervalIsPassedOverIfAndOnlyIfItIsLackingAndNamed() {
        int cases = 0;
        for (int from = -1; from < IDS; from++) {
            for (int lackingBits = 0; lackingBits < 1 << (2 * (from + 1)); lackingBits++) {
                for (int consentBits = 0; consentBits < 1 << (2 * IDS); consentBits++) {
                    holds(from, lackingBits, consentBits);
                    cases++;
                }
            }
        }
        assertThat(cases).isGreaterThan(80_000);
    }

    private static void holds(int from, int lackingBits, int consentBits) {
        List<Long> lackingOne = ids(lackingBits, from + 1);
        List<Long> lackingTwo = ids(lackingBits >> (from + 1), from + 1);
        List<Long> consentOne = ids(consentBits, IDS);
        List<Long> consentTwo = ids(consentBits >> IDS, IDS);
        Set<String> consents = new HashSet<>(Set.of("orders", "orders.open"));
        consentOne.forEach(id -> consents.add(DroppedIntervals.consent(ONE, id)));
        consentTwo.forEach(id -> consents.add(DroppedIntervals.consent(TWO, id)));

        DroppedIntervals decided = DroppedIntervals.of(
                consents, Map.of(ONE, new Lacking(true, lackingOne), TWO, new Lacking(true, lackingTwo)), from);

        assertThat(decided.of(ONE)).isEqualTo(both(lackingOne, consentOne));
        assertThat(decided.of(TWO)).isEqualTo(both(lackingTwo, consentTwo));
        long ahead = consentOne.stream().filter(id -> id > from).count()
                + consentTwo.stream().filter(id -> id > from).count();
        assertThat(decided.mistakes()).hasSize((int) ahead);
    }

    private static Set<Long> both(List<Long> some, List<Long> others) {
        Set<Long> both = new HashSet<>(some);
        both.retainAll(others);
        return both;
    }

    private static List<Long> ids(int bits, int most) {
        List<Long> ids = new ArrayList<>();
        for (int id = 0; id < most; id++) {
            if ((bits & 1 << id) != 0) {
                ids.add((long) id);
            }
        }
        return ids;
    }

    @Test
    void aConsentToWhatIsNotThereYetIsRefusedByName() {
        DroppedIntervals decided = DroppedIntervals.of(
                Set.of("two at database, checkpoint 9"), Map.of(TWO, new Lacking(true, List.of(4L))), 8);
        assertThat(decided.mistakes())
                .singleElement()
                .asString()
                .contains("drop(\"two at database, checkpoint 9\")", "checkpoint 8", "no such interval yet");
        assertThat(decided.dropped()).isEmpty();
    }

    @Test
    void whatIsInNoCheckpointCantBeSetAside() {
        DroppedIntervals decided = DroppedIntervals.of(
                Set.of("two at database, checkpoint 4"), Map.of(TWO, new Lacking(false, List.of(4L))), 8);
        assertThat(decided.dropped()).isEmpty();
        assertThat(decided.mistakes()).singleElement().asString().contains("keeps no copy");
    }

    @Test
    void consentsOfOtherKindsAreLeftToOthers() {
        DroppedIntervals decided = DroppedIntervals.of(
                Set.of("three at database", "two at database", "two at database, checkpoint x"),
                Map.of(TWO, new Lacking(true, List.of(4L))),
                8);
        assertThat(decided.dropped()).isEmpty();
        assertThat(decided.mistakes()).isEmpty();
    }

    @Test
    void aConsentToAnIntervalOfASinkThatIsNotThereIsRefusedAndThoseThatAreThereAreNamed() {
        DroppedIntervals decided = DroppedIntervals.of(
                Set.of("tow at database, checkpoint 4"),
                Map.of(TWO, new Lacking(true, List.of(4L)), ONE, new Lacking(true, List.of())),
                8);
        assertThat(decided.dropped()).isEmpty();
        assertThat(decided.mistakes())
                .singleElement()
                .asString()
                .contains("drop(\"tow at database, checkpoint 4\"): the pipeline has no sink \"tow at database\"")
                .contains("\"" + ONE + "\", \"two at database\"");
        assertThat(DroppedIntervals.of(Set.of("tow at database, checkpoint 4"), Map.of(), 8)
                        .mistakes())
                .singleElement()
                .asString()
                .contains("it has none at all");
    }
}

package io.staunch.verification.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.observe.ProtocolStep;
import io.staunch.sink.WriteAheadSink;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Fault;
import io.staunch.testkit.simulation.OwnOutside;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.verification.kit.Foreign.Count;
import io.staunch.verification.kit.Foreign.Inserts;
import io.staunch.verification.kit.Foreign.Later;
import io.staunch.verification.kit.Foreign.Transactions;
import io.staunch.verification.kit.Foreign.Upserts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pipelines whose sources and sinks no simulation knows. */
class AnyPipelineTest {
    private static final int WORDS = 60;

    @Test
    void sourceAndLeadAreStoodInForAndThePipelineIsExact() {
        CampaignResult result = exact().seeds(100).expectExactlyOnce();
        assertThat(result.recordsOut()).isEqualTo(100L * WORDS);
        assertThat(result.crashes()).isPositive();
    }

    @Test
    void aSinkThatWritesAsRecordsComeIsJudgedAsSuch() {
        Simulation simulation = Simulation.of(() -> Foreign.counting(new Inserts(), Guarantee.AT_LEAST_ONCE))
                .feed("words", Foreign.words(WORDS))
                .capture("counted", Count::key)
                .faults(Fault.crashAt(ProtocolStep.ACKNOWLEDGED))
                .seeds(20);

        assertThat(simulation.run(Guarantee.EXACTLY_ONCE).failures())
                .as("what was written before the crash is written again")
                .isPositive();
    }

    @Test
    void aSinkThatWritesByKeyIsStoodInForByOneThatDoes() {
        Simulation.of(() -> Foreign.counting(new Upserts(), Guarantee.EXACTLY_ONCE))
                .feed("words", Foreign.words(WORDS))
                .capture("counted", Count::key)
                .seeds(100)
                .expectExactlyOnce();

        assertThatThrownBy(() -> Simulation.of(() -> Foreign.counting(new Upserts(), Guarantee.EXACTLY_ONCE))
                        .feed("words", Foreign.words(WORDS))
                        .capture("counted")
                        .expectExactlyOnce())
                .hasMessageContaining("capture(\"counted\", key)");
    }

    @Test
    void aSinkThatWritesAfterCheckpointsIsStoodInForByOneWithTheSameProtection() {
        Simulation.of(() -> Foreign.counting(new Later(WriteAheadSink.Protection.LEDGER), Guarantee.EXACTLY_ONCE))
                .feed("words", Foreign.words(WORDS))
                .capture("counted", Count::key)
                .seeds(100)
                .expectExactlyOnce();
    }

    @Test
    void theLargestSeedIsRunToo() {
        assertThat(exact().from(Long.MAX_VALUE).seeds(2).expectExactlyOnce().runs())
                .isEqualTo(2);
    }

    @Test
    void aSinkThatPreparesHasNoStandInAndTheSimulationSaysSo() {
        var prepared = JdbcSink.prepared(Database.url("jdbc:postgresql://db/words"), "counted", Count.class);
        assertThatThrownBy(() -> Simulation.of(() -> Foreign.counting(prepared, Guarantee.EXACTLY_ONCE))
                        .feed("words", Foreign.words(WORDS))
                        .capture("counted")
                        .expectExactlyOnce())
                .hasMessageContaining("no simulated outside knows sink 'counted'")
                .hasMessageContaining("OwnOutside");
    }

    @Test
    void aPipelineThatAsksForMoreThanItsSinkOffersIsRefusedInTheSimulationToo() {
        assertThatThrownBy(() -> Simulation.of(() -> Foreign.counting(new Inserts(), Guarantee.EXACTLY_ONCE))
                        .feed("words", Foreign.words(WORDS))
                        .capture("counted")
                        .seeds(1)
                        .expectExactlyOnce())
                .hasMessageContaining("sink 'counted'")
                .hasMessageContaining("Transactions");
    }

    @Test
    void whatMustComeOutCanBeComputedFromWhatWasFed() {
        exact().expect("counted", "words", AnyPipelineTest::counts).seeds(20).expectExactlyOnce();

        assertThat(exact().expect("counted", "words", (List<String> words) -> counts(words.subList(1, words.size())))
                        .seeds(1)
                        .run(Guarantee.EXACTLY_ONCE)
                        .failures())
                .isEqualTo(1);
    }

    @Test
    void aSourceThatIsNotFedIsNamed() {
        assertThatThrownBy(() -> Simulation.of(() -> Foreign.counting(new Transactions(), Guarantee.EXACTLY_ONCE))
                        .capture("counted")
                        .seeds(1)
                        .expectExactlyOnce())
                .hasMessageContaining("source 'words'")
                .hasMessageContaining("feed(\"words\"");
    }

    @Test
    void aSimulationThatJudgesNothingIsRefused() {
        assertThatThrownBy(() -> Simulation.of(() -> Foreign.counting(new Transactions(), Guarantee.EXACTLY_ONCE))
                        .feed("words", Foreign.words(WORDS))
                        .expectExactlyOnce())
                .hasMessageContaining("nothing is judged");
    }

    @Test
    void aFaultAtAPlaceThatNoRunMeetsIsRefusedWithThoseThatRunsMeet() {
        assertThatThrownBy(() -> exact().faults(Fault.crashBefore("log.comit")).expectExactlyOnce())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'log.comit'")
                .hasMessageContaining("log.commit")
                .hasMessageContaining("disk.SYNC")
                .hasMessageContaining("COMMIT_SENT");
    }

    @Test
    void aFaultByNameThatHasStruckInNoRunFailsTheTest() {
        assertThatThrownBy(() -> exact().faults(
                                Fault.crashAt(ProtocolStep.COMMIT_SENT),
                                Fault.crashAt(ProtocolStep.ROOT_DURABLE).atMeeting(2))
                        .seeds(3)
                        .expectExactlyOnce())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("CRASH at ROOT_DURABLE, meeting 2 (number 2 of 2)")
                .hasMessageContaining("none of 3 runs");
    }

    @Test
    void faultsByNameStrikeInTheirOrderTwiceAndDuringRecovery() {
        CampaignResult result = exact().faults(
                        Fault.crashAt(ProtocolStep.DURABLE).twice(),
                        Fault.crashAfter("disk.READ").duringRecovery(),
                        Fault.powerLossAt(ProtocolStep.COMMIT_SENT),
                        Fault.pauseBefore("log.commit"),
                        Fault.loseAnswer("log.commit"))
                .seeds(20)
                .expectExactlyOnce();
        assertThat(result.faultsAt())
                .containsEntry("CRASH DURABLE", 40L)
                .containsEntry("CRASH_AFTER disk.READ", 20L)
                .containsEntry("POWER_LOSS COMMIT_SENT", 20L)
                .containsKeys("PAUSE log.commit", "LOSE_ANSWER log.commit");
    }

    @Test
    void withoutFaultsThereAreNone() {
        assertThat(exact().withoutFaults().seeds(5).expectExactlyOnce().faultsAt())
                .isEmpty();
    }

    @Test
    void anEffectOfAFunctionIsSeenTwice() {
        OwnOutside<List<String>> calls =
                OwnOutside.<List<String>>of(ArrayList::new).watch("calls", list -> list);
        Simulation simulation = Simulation.of(
                        calls,
                        list -> Pipeline.named("calls")
                                .from("words", new Foreign.Words())
                                .map(word -> {
                                    list.add(word);
                                    return new Count(word, 1);
                                })
                                .to("counted", new Transactions()))
                .feed("words", Foreign.words(WORDS))
                .capture("counted")
                .faults(Fault.crashAt(ProtocolStep.ACKNOWLEDGED))
                .seeds(10);

        CampaignResult result = simulation.run(Guarantee.EXACTLY_ONCE);
        assertThat(result.failures()).isEqualTo(10);
        assertThat(result.failed())
                .allSatisfy(run -> assertThat(run.violations())
                        .anySatisfy(v -> assertThat(v).contains("'calls'").contains("duplicated")));
        assertThat(simulation.run(Guarantee.AT_LEAST_ONCE).passed()).isTrue();
    }

    private static Simulation exact() {
        return Simulation.of(() -> Foreign.counting(new Transactions(), Guarantee.EXACTLY_ONCE))
                .feed("words", Foreign.words(WORDS))
                .capture("counted", Count::key);
    }

    private static List<Output> counts(List<String> words) {
        Map<String, Long> counts = new HashMap<>();
        return words.stream()
                .map(word -> new Output(0, word, new Count(word, counts.merge(word, 1L, Long::sum))))
                .toList();
    }
}

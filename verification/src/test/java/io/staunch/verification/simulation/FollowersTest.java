package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.ProcessFaults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sinks that write after checkpoints, with crashes, zombies, lost answers, a database that is away, and another parallelism each time. */
class FollowersTest {
    private static final int FLIGHTS = 150;

    @Test
    void aloneNothingIsLostOrRepeated() {
        print("alone", Followers.alone(Protection.LEDGER, FLIGHTS).seeds(300).expectExactlyOnce());
    }

    @Test
    void behindALeadNothingIsLostOrRepeated() {
        print(
                "behind a lead",
                Followers.behindALead(Followers.table("table", Protection.LEDGER), FLIGHTS)
                        .seeds(300)
                        .expectExactlyOnce());
    }

    @Test
    void twoBehindALeadNothingIsLostOrRepeated() {
        print("two behind a lead", Followers.twoBehindALead(FLIGHTS).seeds(200).expectExactlyOnce());
    }

    @Test
    void whatIsPreparedIsNeitherLostNorRepeated() {
        print("prepared", Followers.preparedAlone(FLIGHTS).seeds(200).expectExactlyOnce());
    }

    @Test
    void whatIsPreparedBehindALeadIsNeitherLostNorRepeated() {
        print(
                "prepared, behind a lead",
                Followers.preparedBehindALead(FLIGHTS).seeds(150).expectExactlyOnce());
    }

    @Test
    void withAnIdempotencyKeyNothingIsLostOrRepeated() {
        print(
                "alone, with a key",
                Followers.alone(Protection.IDEMPOTENCY_KEY, FLIGHTS).seeds(300).expectExactlyOnce());
        print(
                "behind a lead, with a key",
                Followers.behindALead(Followers.table("table", Protection.IDEMPOTENCY_KEY), FLIGHTS)
                        .seeds(300)
                        .expectExactlyOnce());
    }

    @Test
    void whatATableNeverTakesIsSetAsideOnceWithConsentAndAllElseIsWrittenOnce() {
        assertSomethingIsSetAside(Followers.simulation(FLIGHTS, Map.of("totals", Followers.refusing("totals"))), 150);
        assertSomethingIsSetAside(Followers.behindALead(Followers.refusing("table"), FLIGHTS), 150);
    }

    /** By what a checkpoint store does for nothing else. */
    private static void assertSomethingIsSetAside(Simulation simulation, int seeds) {
        CampaignResult result = simulation.seeds(seeds).expectExactlyOnce();
        assertThat(result.crashPoints().hits().keySet()).contains("before disk.RENAME");
        System.out.println("set aside: " + result);
    }

    @Test
    void withNeitherNothingIsLost() {
        print(
                "with neither",
                Followers.alone(Protection.NONE, FLIGHTS).seeds(200).expectAtLeastOnce());
    }

    @Test
    void withNeitherSomethingIsRepeatedSoThatTheOfferIsNotTooWeak() {
        CampaignResult result =
                Followers.alone(Protection.NONE, FLIGHTS).seeds(200).run(Guarantee.EXACTLY_ONCE);
        assertThat(result.passed()).isFalse();
    }

    @Test
    void aFollowerThatIsAddedLaterDisturbsNobody() {
        var growing = new GrowingPipeline(
                Map.of("totals", Followers.lead(), "table", Followers.table("table", Protection.LEDGER)),
                Map.of(
                        "totals",
                        Followers.lead(),
                        "table",
                        Followers.table("table", Protection.LEDGER),
                        "later",
                        Followers.table("later", Protection.LEDGER)));
        CampaignResult result = Followers.simulation(FLIGHTS, growing)
                .settings(growing::nextProcess)
                .faults(FollowersTest::withoutZombies)
                .capture("totals")
                .capture("table")
                .seeds(200)
                .expectExactlyOnce();
        print("one added later", result);
    }

    /** A process that stood still and goes on with the former pipeline when the new one has started is refused, and rightly so. */
    static FaultPlan withoutZombies(long seed) {
        FaultPlan plan = FaultPlan.byChance(Chance.of(seed, "plan"));
        ProcessFaults some = plan.process();
        var process = new ProcessFaults(
                Math.max(some.crashPerStep(), 0.002),
                some.crashPerEvent(),
                some.crashPerCall(),
                some.powerShare(),
                0,
                0,
                0,
                some.interleavePerCall(),
                some.jumpPerStep());
        return new FaultPlan(process, plan.call(), plan.diskError(), plan.recovery(), plan.most(), List.of());
    }

    private static void print(String what, CampaignResult result) {
        System.out.println(what + ": " + result);
        // CrashPointsTest has a death at each of them.
        assertThat(result.faultsAt().keySet()).as(what).anyMatch(at -> at.startsWith("CRASH FOLLOWER_"));
    }
}

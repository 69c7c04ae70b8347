package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KillPlanTest {
    private static final Set<ProtocolStep> BETWEEN_DURABLE_AND_COMMITTED =
            EnumSet.of(ProtocolStep.DURABLE, ProtocolStep.COMMIT_SENT);

    @Test
    void atLeastTwoKillsComeBetweenDurableAndCommitted() {
        for (long seed = 0; seed < 500; seed++) {
            for (int kills = 2; kills < 12; kills++) {
                List<KillPlan.Kill> plan = KillPlan.random(kills, 1_000, Guarantee.EXACTLY_ONCE, false, seed)
                        .kills();
                assertThat(plan).hasSize(kills);
                assertThat(plan.stream().filter(k -> k.at() != null && BETWEEN_DURABLE_AND_COMMITTED.contains(k.at())))
                        .hasSizeGreaterThanOrEqualTo(2);
            }
        }
    }

    @Test
    void bothStepsBetweenDurableAndCommittedAreHit() {
        Set<ProtocolStep> hit = new TreeSet<>();
        KillPlan.random(5, 1_000, Guarantee.EXACTLY_ONCE, false, 1).kills().stream()
                .filter(k -> k.at() != null)
                .forEach(k -> hit.add(k.at()));
        assertThat(hit).isEqualTo(BETWEEN_DURABLE_AND_COMMITTED);
    }

    @ParameterizedTest
    @EnumSource
    void killsComeInOrderAndLeaveWorkForTheLastLife(Guarantee guarantee) {
        for (long seed = 0; seed < 500; seed++) {
            int before = 0;
            for (KillPlan.Kill kill :
                    KillPlan.random(9, 1_000, guarantee, false, seed).kills()) {
                assertThat(kill.afterRecords()).isBetween(Math.max(1, before), 800);
                before = kill.afterRecords();
            }
        }
    }

    @Test
    void aSeedIsAPlan() {
        assertThat(KillPlan.random(7, 1_000, Guarantee.EXACTLY_ONCE, false, 42))
                .isEqualTo(KillPlan.random(7, 1_000, Guarantee.EXACTLY_ONCE, false, 42))
                .isNotEqualTo(KillPlan.random(7, 1_000, Guarantee.EXACTLY_ONCE, false, 43));
    }

    @Test
    void withFollowersOneKillOfTwoAtAStepIsBeforeKafkasCommitAndOneAtTheirs() {
        Set<ProtocolStep> hit = new TreeSet<>();
        for (long seed = 0; seed < 500; seed++) {
            List<KillPlan.Kill> plan = KillPlan.random(2, 1_000, Guarantee.EXACTLY_ONCE, true, seed)
                    .kills();
            assertThat(plan.stream().filter(KillPlan.Kill::beforeCommit)).hasSize(1);
            assertThat(plan.stream().filter(KillPlan.Kill::atFollower)).hasSize(1);
            plan.forEach(kill -> hit.add(kill.at()));
        }
        assertThat(hit)
                .containsExactly(
                        ProtocolStep.DURABLE,
                        ProtocolStep.COMMIT_SENT,
                        ProtocolStep.FOLLOWER_COMMIT_SENT,
                        ProtocolStep.FOLLOWER_COMMITTED);
    }

    @Test
    void noKillsAreAPlanToo() {
        assertThat(KillPlan.random(0, 1_000, Guarantee.EXACTLY_ONCE, false, 1).kills())
                .isEmpty();
    }
}

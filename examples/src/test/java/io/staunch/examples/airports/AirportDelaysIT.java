package io.staunch.examples.airports;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.real.RealRun;
import io.staunch.kafka.testkit.real.RealVerdict;
import io.staunch.observe.ProtocolStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pipeline on a real broker, in processes that are killed. */
class AirportDelaysIT {
    private static final int FLIGHTS = 20_000;

    @Test
    @Timeout(600)
    void nothingIsLostOrRepeatedWhenItsProcessIsKilledAtTheWorstMomentsAndAtAny() throws InterruptedException {
        RealVerdict verdict = RealRun.of(AirportDelaysJob::pipeline)
                .feed("flights", Flights.sample(FLIGHTS), Flight::origin)
                .capture("totals")
                .killAt(ProtocolStep.DURABLE)
                .killAt(ProtocolStep.COMMIT_SENT, 9)
                .killAt(ProtocolStep.LEAD_FENCED)
                .killByChance(1)
                .expectExactlyOnce();
        assertThat(verdict.output().seen()).isEqualTo(FLIGHTS);
    }

    @Test
    @Timeout(600)
    void theWeakerFormIsFoundToRepeatWhatWasWrittenBeforeTheKill() throws InterruptedException {
        RealRun atLeastOnce = RealRun.of(broker -> AirportDelaysJob.pipeline(broker, Guarantee.AT_LEAST_ONCE))
                .feed("flights", Flights.sample(FLIGHTS), Flight::origin)
                .capture("totals")
                .killAt(ProtocolStep.ACKNOWLEDGED);

        RealVerdict verdict = atLeastOnce.run(Guarantee.EXACTLY_ONCE);
        assertThat(verdict.passed()).as("%s", verdict).isFalse();
        assertThat(verdict.output().duplicated()).as("%s", verdict).isPositive();
        assertThat(verdict.output().lost()).as("%s", verdict).isZero();
    }
}

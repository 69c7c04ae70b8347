package io.staunch.verification.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.junit.SimulationExtension;
import io.staunch.testkit.junit.Simulations;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Fault;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.kit.Foreign.Count;
import io.staunch.verification.kit.Foreign.Inserts;
import io.staunch.verification.kit.Foreign.Transactions;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The extension, run by JUnit as it is for users. */
class SimulationExtensionTest {
    private static final Pattern REPLAY = Pattern.compile("replay: mvn test '-Dtest=(.*)' -Dstaunch.seed=(-?\\d+)");
    private static final AtomicReference<CampaignResult> SEEN = new AtomicReference<>();

    @Test
    void aFailingSimulationFailsItsTestWithTheSeedAndTheCommandThatRunsIt() {
        String message = failure(run("twice", Map.of()));
        Matcher replay = REPLAY.matcher(message);
        assertThat(replay.find()).as(message).isTrue();
        assertThat(replay.group(1)).isEqualTo(Cases.class.getName() + "#twice");
        assertThat(message)
                .contains("exactly-once does not hold", "sink 'counted'", "CRASH at ACKNOWLEDGED")
                .contains("made small", "as a test:");

        String again = failure(run("twice", Map.of(SimulationExtension.SEED, replay.group(2))));
        assertThat(again).contains("1 runs from seed " + replay.group(2) + ": 1 failed");
    }

    @Test
    void oneSeedCanBeChosen() {
        run("exact", Map.of(SimulationExtension.SEED, "17")).assertStatistics(s -> s.succeeded(1));
        assertThat(SEEN.get().runs()).isEqualTo(1);
        assertThat(SEEN.get().from()).isEqualTo(17);
    }

    @Test
    void theNumberOfSeedsAndTheFirstCanBeChosen() {
        run("exact", Map.of(SimulationExtension.SEEDS, "12", SimulationExtension.FROM, "1000"))
                .assertStatistics(s -> s.succeeded(1));
        assertThat(SEEN.get().runs()).isEqualTo(12);
        assertThat(SEEN.get().from()).isEqualTo(1000);
    }

    @Test
    void withoutAChoiceTheTestHasItsWay() {
        run("exact", Map.of()).assertStatistics(s -> s.succeeded(1));
        assertThat(SEEN.get().runs()).isEqualTo(5);
    }

    @Test
    void aChoiceThatIsNoneIsRefusedByName() {
        run("exact", Map.of(SimulationExtension.SEEDS, "many"))
                .assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(m -> m.contains("staunch.seeds is 'many'")))));
        run("exact", Map.of(SimulationExtension.SEED, "1", SimulationExtension.SEEDS, "5"))
                .assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(m -> m.contains("leave those out")))));
    }

    private static Events run(String test, Map<String, String> choice) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Cases.class, test, Simulations.class.getName()))
                .configurationParameters(choice)
                .execute()
                .testEvents();
    }

    private static String failure(Events events) {
        return events.failed().stream()
                .findFirst()
                .flatMap(e -> e.getPayload(TestExecutionResult.class))
                .flatMap(TestExecutionResult::getThrowable)
                .map(Throwable::getMessage)
                .orElseThrow(() -> new AssertionError("the test has not failed"));
    }

    /** Run by the tests above only: nested classes are not picked up by themselves. */
    @ExtendWith(SimulationExtension.class)
    static class Cases {
        @Test
        void exact(Simulations simulations) {
            SEEN.set(counting(simulations, true).seeds(5).expectExactlyOnce());
        }

        @Test
        void twice(Simulations simulations) {
            SEEN.set(counting(simulations, false)
                    .faults(Fault.crashAt(ProtocolStep.ACKNOWLEDGED))
                    .seeds(20)
                    .expectExactlyOnce());
        }

        private static Simulation counting(Simulations simulations, boolean right) {
            return simulations
                    .of(() -> right
                            ? Foreign.counting(new Transactions(), Guarantee.EXACTLY_ONCE)
                            : Foreign.counting(new Inserts(), Guarantee.AT_LEAST_ONCE))
                    .feed("words", Foreign.words(40))
                    .capture("counted", Count::key);
        }
    }
}

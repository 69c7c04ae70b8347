package io.staunch.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.aggregate.Aggregates;
import io.staunch.error.StaunchException;
import io.staunch.function.Aggregate;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.SideOutput;
import io.staunch.window.GlobalWindows;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.Trigger;
import io.staunch.window.TumblingWindows;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows, one record at a time. */
class WindowOperatorTest {
    private static final SideOutput<Object> LATE = SideOutput.named("late");
    private static final Windows TENS = TumblingWindows.of(Duration.ofMillis(10));

    private static HandKernel kernel(Windows windows, long lateness, @Nullable Trigger trigger) {
        return kernel(windows, lateness, trigger, Aggregates.list(Object.class));
    }

    private static HandKernel kernel(
            Windows windows, long lateness, @Nullable Trigger trigger, Aggregate<Object, ?, ?> aggregate) {
        return new HandKernel(operation(windows, lateness, trigger, aggregate));
    }

    private static KeyedOperation operation(
            Windows windows, long lateness, @Nullable Trigger trigger, Aggregate<Object, ?, ?> aggregate) {
        WindowProcessFactory<Object, Object, String> factory = states -> (window, result, context) ->
                context.emit("[" + bound(window.startMillis()) + "," + bound(window.endMillis()) + ")" + result);
        var rules = new WindowRules(windows, Duration.ofMillis(lateness), LATE, trigger);
        return new KeyedOperation.Windowed(rules, aggregate, factory);
    }

    private static String bound(long time) {
        return time == Long.MIN_VALUE || time == Long.MAX_VALUE ? "*" : Long.toString(time);
    }

    private static List<String> taken(HandKernel kernel) {
        return kernel.taken().stream()
                .map(out -> (out.side() == null ? "" : out.side() + " ") + out.value() + "@" + bound(out.timestamp()))
                .toList();
    }

    @Test
    void aWindowGivesItsResultWhenTheWatermarkReachesItsLastTimestamp() throws Exception {
        HandKernel kernel = kernel(TENS, 0, null);
        kernel.record("a", 19, 1);
        kernel.record("a", 10, 2);
        kernel.advance(18);
        assertThat(taken(kernel)).isEmpty();
        kernel.advance(19);
        assertThat(taken(kernel)).containsExactly("[10,20)[1, 2]@19");
        assertThat(kernel.left()).isEmpty();
        assertThat(kernel.timersLeft()).isZero();
    }

    @Test
    void windowsBefore1970AndWithAnOffsetBeginWhereTheyShould() throws Exception {
        HandKernel kernel = kernel(TumblingWindows.of(Duration.ofMillis(10)).offsetBy(Duration.ofMillis(-3)), 0, null);
        kernel.record("a", -1, 1);
        kernel.record("a", -14, 2);
        kernel.advance(Long.MAX_VALUE);
        assertThat(taken(kernel)).containsExactly("[-23,-13)[2]@-14", "[-3,7)[1]@6");
    }

    @Test
    void aLateRecordIsTakenAsLongAsItsWindowCanChangeAndThenGoesToTheSide() throws Exception {
        HandKernel kernel = kernel(TENS, 5, null);
        kernel.record("a", 1, 1);
        kernel.advance(9);
        assertThat(taken(kernel)).containsExactly("[0,10)[1]@9");
        kernel.record("a", 2, 2);
        kernel.record("a", 3, 3);
        assertThat(taken(kernel)).isEmpty();
        kernel.advance(11);
        assertThat(taken(kernel)).containsExactly("[0,10)[1, 2, 3]@9");
        kernel.advance(14);
        kernel.record("a", 4, 4);
        assertThat(taken(kernel)).containsExactly("late 4@4");
        assertThat(kernel.left()).isEmpty();
    }

    @Test
    void aRecordThatIsLateForSomeOfItsWindowsIsInTheOthers() throws Exception {
        HandKernel kernel = kernel(SlidingWindows.of(Duration.ofMillis(30)).every(Duration.ofMillis(10)), 0, null);
        kernel.advance(12);
        kernel.record("a", 5, 1);
        kernel.advance(Long.MAX_VALUE);
        assertThat(taken(kernel)).containsExactly("[-10,20)[1]@19", "[0,30)[1]@29");
        assertThat(kernel.left()).isEmpty();
    }

    @Test
    void aRecordFarAheadCostsNoTimerForTheWindowsBetween() throws Exception {
        HandKernel kernel = kernel(
                SlidingWindows.of(Duration.ofMillis(30)).every(Duration.ofMillis(10)), 0, null, Aggregates.count());
        kernel.record("a", 5, 1);
        kernel.record("a", 1_000_000_000_005L, 2);
        kernel.advance(40);
        assertThat(taken(kernel)).containsExactly("[-20,10)1@9", "[-10,20)1@19", "[0,30)1@29");
        assertThat(kernel.timersLeft()).isEqualTo(1);
        kernel.advance(Long.MAX_VALUE);
        assertThat(taken(kernel)).hasSize(3);
        assertThat(kernel.left()).isEmpty();
    }

    @Test
    void aTimestampAroundWhichNoWindowHasBoundsIsTakenByNone() throws Exception {
        HandKernel kernel = kernel(TENS, 0, null);
        kernel.record("a", Long.MAX_VALUE, 1);
        kernel.record("a", Long.MIN_VALUE + 1, 2);
        assertThat(taken(kernel)).containsExactly("late 1@*", "late 2@" + (Long.MIN_VALUE + 1));
        HandKernel sessions = kernel(SessionWindows.withGap(Duration.ofMillis(10)), 0, null);
        sessions.record("a", Long.MAX_VALUE - 1, 1);
        assertThat(taken(sessions)).hasSize(1);
        assertThat(kernel.left()).isEmpty();
        assertThat(sessions.left()).isEmpty();
    }

    @Test
    void aRecordWithoutATimestampIsAnErrorThatSaysWhereItComesFrom() {
        HandKernel kernel = kernel(TENS, 0, null);
        assertThatThrownBy(() -> kernel.record("a", Long.MIN_VALUE, 1))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("without a timestamp")
                .hasMessageContaining("timer of processing time");
    }

    @Test
    void sessionsThatARecordConnectsBecomeOne() throws Exception {
        HandKernel kernel = kernel(SessionWindows.withGap(Duration.ofMillis(10)), 0, null);
        kernel.record("a", 0, 1);
        kernel.record("a", 15, 2);
        kernel.record("a", 8, 3);
        kernel.record("a", 25, 4);
        kernel.advance(Long.MAX_VALUE);
        assertThat(taken(kernel)).containsExactly("[0,25)[1, 2, 3]@24", "[25,35)[4]@34");
        assertThat(kernel.left()).isEmpty();
    }

    @Test
    void aLateRecordLengthensASessionThatHasGivenItsResult() throws Exception {
        HandKernel kernel = kernel(SessionWindows.withGap(Duration.ofMillis(10)), 100, null);
        kernel.record("a", 0, 1);
        kernel.advance(20);
        assertThat(taken(kernel)).containsExactly("[0,10)[1]@9");
        kernel.record("a", 5, 2);
        kernel.advance(21);
        assertThat(taken(kernel)).containsExactly("[0,15)[1, 2]@14");
        kernel.advance(114);
        assertThat(taken(kernel)).isEmpty();
        assertThat(kernel.left()).isEmpty();
    }

    @Test
    void aSessionThatALateRecordLengthensBeyondTheWatermarkGivesItsResultAtItsNewEnd() throws Exception {
        HandKernel kernel = kernel(SessionWindows.withGap(Duration.ofMillis(10)), 100, null);
        kernel.record("a", 0, 1);
        kernel.advance(9);
        assertThat(taken(kernel)).containsExactly("[0,10)[1]@9");
        kernel.record("a", 8, 2);
        kernel.advance(16);
        assertThat(taken(kernel)).isEmpty();
        kernel.advance(17);
        assertThat(taken(kernel)).containsExactly("[0,18)[1, 2]@17");
    }

    @Test
    void aGlobalWindowGivesAResultAfterSoManyRecords() throws Exception {
        HandKernel kernel = kernel(GlobalWindows.all(), 0, Trigger.everyRecords(2));
        kernel.record("a", Long.MIN_VALUE, 1);
        kernel.record("b", Long.MIN_VALUE, 2);
        kernel.record("a", Long.MIN_VALUE, 3);
        kernel.record("a", Long.MIN_VALUE, 4);
        kernel.record("a", Long.MIN_VALUE, 5);
        assertThat(taken(kernel)).containsExactly("[*,*)[1, 3]@*", "[*,*)[1, 3, 4, 5]@*");
    }

    @Test
    void aDiscardingTriggerPutsEachRecordIntoOneResult() throws Exception {
        HandKernel kernel =
                kernel(GlobalWindows.all(), 0, Trigger.everyRecords(2).discardingWhatWasGiven());
        for (int i = 1; i <= 5; i++) {
            kernel.record("a", i, i);
        }
        assertThat(taken(kernel)).containsExactly("[*,*)[1, 2]@2", "[*,*)[3, 4]@4");
    }

    @Test
    void aTriggerByTheClockGivesAResultAtEachMultipleOfItsIntervalIfAnythingIsNew() throws Exception {
        HandKernel kernel = kernel(
                GlobalWindows.all(),
                0,
                Trigger.everyInterval(Duration.ofMillis(100)).orEveryRecords(3));
        kernel.clock(30);
        kernel.record("a", 1, 1);
        kernel.clock(99);
        assertThat(taken(kernel)).isEmpty();
        kernel.clock(100);
        assertThat(taken(kernel)).containsExactly("[*,*)[1]@*");
        kernel.clock(1_000);
        assertThat(taken(kernel)).isEmpty();
        kernel.record("a", 2, 2);
        kernel.record("a", 3, 3);
        kernel.record("a", 4, 4);
        assertThat(taken(kernel)).containsExactly("[*,*)[1, 2, 3, 4]@4");
        kernel.clock(1_100);
        assertThat(taken(kernel)).isEmpty();
    }

    @Test
    void theClockMayJumpBackAndTheResultComesAllTheSame() throws Exception {
        HandKernel kernel = kernel(GlobalWindows.all(), 0, Trigger.everyInterval(Duration.ofMillis(100)));
        kernel.clock(3_600_000);
        kernel.record("a", 1, 1);
        kernel.clock(0);
        assertThat(taken(kernel)).isEmpty();
        kernel.record("a", 2, 2);
        kernel.clock(3_600_100);
        assertThat(taken(kernel)).containsExactly("[*,*)[1, 2]@*");
    }

    @Test
    void earlyResultsComeBeforeTheOneOnTime() throws Exception {
        HandKernel kernel =
                kernel(TENS, 0, Trigger.everyInterval(Duration.ofMillis(100)).orEveryRecords(2));
        kernel.record("a", 1, 1);
        kernel.record("a", 2, 2);
        kernel.record("a", 3, 3);
        assertThat(taken(kernel)).containsExactly("[0,10)[1, 2]@2");
        kernel.clock(100);
        assertThat(taken(kernel)).containsExactly("[0,10)[1, 2, 3]@*");
        kernel.record("a", 4, 4);
        kernel.advance(9);
        assertThat(taken(kernel)).containsExactly("[0,10)[1, 2, 3, 4]@9");
        kernel.clock(200);
        assertThat(taken(kernel)).isEmpty();
        assertThat(kernel.left()).isEmpty();
    }

    private static HandKernel again(HandKernel kernel, Windows windows, long lateness, @Nullable Trigger trigger) {
        return kernel.restarted(operation(windows, lateness, trigger, Aggregates.list(Object.class)));
    }

    private static Windows sliding(int size) {
        return SlidingWindows.of(Duration.ofMillis(size)).every(Duration.ofMillis(10));
    }

    /** A pane of another offset would be taken for one of this, and its records be in a window that they are not in. */
    @Test
    void windowsWithAnotherOffsetHaveAnotherState() throws Exception {
        HandKernel before = kernel(TENS, 0, null);
        before.record("a", 3, 1);
        HandKernel kernel =
                again(before, TumblingWindows.of(Duration.ofMillis(10)).offsetBy(Duration.ofMillis(5)), 0, null);
        kernel.record("a", 7, 2);
        kernel.advance(Long.MAX_VALUE);
        assertThat(taken(kernel)).containsExactly("[5,15)[2]@14");
        assertThat(kernel.left()).isEmpty();
    }

    @Test
    void panesThatSmallerWindowsAreNotMadeOfAreFreedWithTheKey() throws Exception {
        HandKernel before = kernel(sliding(30), 0, null);
        for (int i = 0; i < 3; i++) {
            before.record("a", 5 + 10L * i, i);
        }
        before.advance(19);
        HandKernel kernel = again(before, sliding(20), 0, null);
        assertThat(taken(before)).containsExactly("[-20,10)[0]@9", "[-10,20)[0, 1]@19");
        kernel.advance(Long.MAX_VALUE);
        assertThat(taken(kernel)).containsExactly("[10,30)[1, 2]@29", "[20,40)[2]@39");
        assertThat(kernel.left()).isEmpty();
        assertThat(kernel.timersLeft()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 5", "5, 0", "4, 15", "15, 4", "10, 20", "20, 10"})
    void withAnotherLatenessStateIsFreedToo(int latenessBefore, int lateness) throws Exception {
        for (Windows windows : List.of(TENS, sliding(20), SessionWindows.withGap(Duration.ofMillis(10)))) {
            for (int until : new int[] {0, 9, 14}) {
                HandKernel before = kernel(windows, latenessBefore, null);
                before.record("a", 5, 1);
                before.advance(until);
                HandKernel kernel = again(before, windows, lateness, null);
                kernel.advance(25);
                kernel.record("a", 45, 2);
                kernel.advance(1_000);
                assertThat(kernel.left()).as("%s at %s", windows, until).isEmpty();
                assertThat(kernel.timersLeft()).as("%s at %s", windows, until).isZero();
            }
        }
    }

    /** Records of before count. */
    @Test
    void aTriggerThatAsksForFewerRecordsOrGoesByTheClockFromNowOnGivesWhatIsThere() throws Exception {
        for (Windows windows : List.of(GlobalWindows.all(), TENS)) {
            HandKernel before = kernel(windows, 0, Trigger.everyRecords(1_000));
            before.record("a", 1, 1);
            before.record("a", 2, 2);
            before.record("a", 3, 3);
            HandKernel fewer = again(before, windows, 0, Trigger.everyRecords(2));
            fewer.record("a", 4, 4);
            assertThat(taken(fewer)).singleElement().asString().endsWith(")[1, 2, 3, 4]@4");
        }
        HandKernel before = kernel(GlobalWindows.all(), 0, Trigger.everyRecords(1_000));
        before.record("a", 1, 1);
        HandKernel byClock = again(before, GlobalWindows.all(), 0, Trigger.everyInterval(Duration.ofMillis(100)));
        byClock.record("a", 2, 2);
        byClock.clock(100);
        assertThat(taken(byClock)).containsExactly("[*,*)[1, 2]@*");
    }
}

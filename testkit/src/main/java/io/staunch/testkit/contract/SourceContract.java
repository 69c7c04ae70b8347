package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every replayable {@link Source} does. A connector is tested by a subclass that says how to make the source, and how its outside is
 * filled; what not every outside can do ({@link #grow}, {@link #expire}, {@link #remake}, {@link #told}) has a default and leaves out the
 * tests about it. Each test runs on an outside of its own.
 */
public abstract class SourceContract {
    private static final String JOB = "orders";
    private static final int RECORDS = 12;

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The source, from the earliest record on: during one test all of them read the same outside, which begins with two empty splits. */
    protected abstract Source<String> source();

    /** The world of one more process. */
    protected abstract Environment environment();

    /** Appends values at the end of a split, 0 or 1 (2 after {@link #grow}), in this order. */
    protected abstract void append(int split, List<String> values);

    /** Adds a third split. Returns false if the outside can't grow. */
    protected boolean grow() {
        return false;
    }

    /** Lets so many of the oldest records of a split expire. Returns false if the outside keeps records for ever. */
    protected boolean expire(int split, int records) {
        return false;
    }

    /** Replaces all splits by others that have the same names and as many records. Returns false if that can't happen to the outside. */
    protected boolean remake() {
        return false;
    }

    /** What the outside was told to be read, in any words; empty if nothing. A source that tells nothing need not override it. */
    protected List<String> told() {
        return List.of();
    }

    /** Whether readers know how far they are behind. */
    protected boolean knowsLag() {
        return false;
    }

    /** How often readers are given, filled up, paused and closed at random. Fewer times where each takes long. */
    protected int randomRounds() {
        return 20;
    }

    /** What messages about a split call it. */
    protected String called(Split split) {
        return split.id();
    }

    /** Called while a test waits: the place to step a simulated world. */
    protected void turn() {
        LockSupport.parkNanos(500_000);
    }

    /** How long a test waits for what it is sure to see. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    /** {@link SplitEnumerator#firstSplits}, {@link Split#id}: ids are stable and differ, and positions are resolved, the same for everybody. */
    @Test
    protected void firstSplitsHaveStableIdentitiesAndResolvedPositions() {
        append(0, values(0, 0, 3));
        List<Split> first = enumerator().firstSplits();
        assertEquals(2, new HashSet<>(ids(first)).size(), first::toString);
        assertEquals(first, enumerator().firstSplits());
    }

    /** {@link SourceReader}, {@link Split}: a split is read in order, and every record of it once. */
    @Test
    protected void everyRecordIsReadOnceAndInOrderPerSplit() throws Exception {
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        SourceReading reading = reading(enumerator().firstSplits());
        reading.until(2 * RECORDS);
        append(0, values(0, RECORDS, RECORDS + 3));
        reading.until(2 * RECORDS + 3);
        assertEquals(values(0, 0, RECORDS + 3), reading.of(0));
        assertEquals(values(1, 0, RECORDS), reading.of(1));
    }

    /** {@link Source#bySplit}, {@link SourceOutput#split}: in each poll it is said of which split a record is. */
    @Test
    protected void eachRecordIsSaidToBeOfItsSplit() throws Exception {
        assumeTrue(source().bySplit(), "the source is not read by split");
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        List<Split> splits = enumerator().firstSplits();
        SourceReading reading = reading(splits);
        while (reading.values().size() < 2 * RECORDS) {
            reading.more(1);
        }
        for (int split = 0; split < 2; split++) {
            Set<String> said = new HashSet<>();
            for (String value : reading.of(split)) {
                said.add(reading.splits().getOrDefault(value, "nothing"));
            }
            assertEquals(1, said.size(), () -> "said of the records of one split: " + said);
            assertTrue(ids(splits).containsAll(said), () -> "said: " + said);
        }
        assertEquals(2, new HashSet<>(reading.splits().values()).size(), () -> "said: " + reading.splits());
    }

    /** {@link Source#bySplit}, {@link SourceReader#pause}: a paused split gives nothing, whatever was fetched, and goes on without a gap. */
    @Test
    protected void aPausedSplitGivesNothingAndGoesOnWhereItWas() throws Exception {
        assumeTrue(source().bySplit(), "the source is not read by split");
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        SourceReading reading = reading(enumerator().firstSplits());
        while (reading.of(0).isEmpty()) {
            reading.more(1);
        }
        String paused = reading.splits().get(reading.of(0).get(0));
        int before = reading.of(0).size();
        reading.pause(Set.of(paused));
        append(0, values(0, RECORDS, RECORDS + 1));
        reading.until(before + RECORDS);
        append(1, values(1, RECORDS, RECORDS + 1));
        reading.until(before + RECORDS + 1);
        assertEquals(values(1, 0, RECORDS + 1), reading.of(1));
        List<Split> whilePaused = reading.positions();
        List<String> seen = List.copyOf(reading.values());
        reading.pause(Set.of());
        reading.until(2 * RECORDS + 2);
        assertEquals(values(0, 0, RECORDS + 1), reading.of(0));
        readsWhatFollows(whilePaused, seen);
    }

    /**
     * {@link SourceReader#positions}: behind the last record emitted, whatever was fetched. From any of them, another reader reads exactly
     * what follows.
     */
    @Test
    protected void fromAnyPositionExactlyWhatFollowsIsRead() throws Exception {
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        SourceReading reading = reading(enumerator().firstSplits());
        List<List<Split>> places = new ArrayList<>();
        List<List<String>> before = new ArrayList<>();
        while (reading.values().size() < 2 * RECORDS) {
            places.add(reading.positions());
            before.add(List.copyOf(reading.values()));
            reading.more(1);
        }
        places.add(reading.positions());
        before.add(List.copyOf(reading.values()));
        append(0, values(0, RECORDS, RECORDS + 1));
        append(1, values(1, RECORDS, RECORDS + 1));
        for (int i = 0; i < places.size(); i += i < 3 ? 1 : 4) {
            readsWhatFollows(places.get(i), before.get(i));
        }
        readsWhatFollows(places.get(places.size() - 1), before.get(before.size() - 1));
    }

    /**
     * {@link SourceReader}: whatever splits it is given and when, whether the output has room or not, and whenever it is closed and another one
     * goes on at its positions: every record is read once and in order.
     */
    @Test
    protected void readersThatComeAndGoAtRandomReadEveryRecordOnceAndInOrder() throws Exception {
        var random = new RandomReading(
                () -> reading(List.of()),
                (split, from, to) -> append(split, values(split, from, to)),
                patient(),
                enumerator().firstSplits());
        for (int seed = 1; seed <= randomRounds(); seed++) {
            random.round(seed);
        }
    }

    /** {@link SourceReader#lag}: known while nobody polls, never less than what is not read yet, and 0 at the end. */
    @Test
    protected void theLagCountsWhatIsNotReadYet() throws Exception {
        assumeTrue(knowsLag(), "this source does not know how far it is behind");
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        SourceReading reading = reading(enumerator().firstSplits());
        patient()
                .until(
                        () -> "with " + 2 * RECORDS + " records to read, the lag is " + reading.lag(),
                        () -> reading.lag().orElse(0) >= 2 * RECORDS);
        reading.until(2 * RECORDS);
        patient()
                .until(
                        () -> "with nothing to read, the lag is " + reading.lag(),
                        () -> reading.lag().orElse(-1) == 0);
    }

    private void readsWhatFollows(List<Split> from, List<String> before) throws Exception {
        enumerator().verify(from);
        SourceReading again = reading(stored(from));
        again.until(2 * (RECORDS + 1) - before.size());
        for (int split = 0; split < 2; split++) {
            List<String> rest = new ArrayList<>(values(split, 0, RECORDS + 1));
            rest.removeAll(before);
            assertEquals(rest, again.of(split), () -> "after " + before + " from " + from);
        }
        again.close();
    }

    /** {@link SourceReader#positions}: all splits, in a stable order, from the first to the last. */
    @Test
    protected void positionsNameAllSplitsInAStableOrder() throws Exception {
        List<Split> first = enumerator().firstSplits();
        SourceReading reading = reading(first);
        List<String> order = ids(reading.positions());
        assertEquals(Set.copyOf(ids(first)), Set.copyOf(order));
        append(1, values(1, 0, 2));
        reading.until(2);
        append(0, values(0, 0, 2));
        reading.until(4);
        assertEquals(order, ids(reading.positions()));
    }

    /** {@link SourceReader#poll}: never more than asked, and as many as it says. */
    @Test
    protected void aPollGivesNoMoreThanAskedAndSaysHowMany() throws Exception {
        append(0, values(0, 0, RECORDS));
        SourceReading reading = reading(enumerator().firstSplits());
        for (int most = 1; reading.values().size() < RECORDS; most = most % 3 + 1) {
            reading.more(most);
        }
        assertEquals(0, reading.poll(5), "nothing is left");
    }

    /** {@link SourceReader#add}: a split that is already read is an error, so that no record is read twice. */
    @Test
    protected void aSplitThatIsAlreadyReadIsRefused() {
        List<Split> first = enumerator().firstSplits();
        SourceReading reading = reading(first);
        assertThrows(RuntimeException.class, () -> reading.add(List.of(first.get(0))));
    }

    /** {@link SourceReader}: each task has splits of its own; a reader without any has nothing, and may get some later. */
    @Test
    protected void splitsAreReadByTheReaderThatHasThem() throws Exception {
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        List<Split> first = enumerator().firstSplits();
        SourceReading one = reading(List.of(first.get(0)));
        SourceReading other = reading(List.of());
        assertEquals(List.of(), other.positions());
        assertEquals(0, other.poll(5));
        one.until(RECORDS);
        other.add(List.of(first.get(1)));
        other.until(RECORDS);
        List<String> all = Stream.concat(one.values().stream(), other.values().stream())
                .sorted()
                .toList();
        assertEquals(
                Stream.concat(values(0, 0, RECORDS).stream(), values(1, 0, RECORDS).stream())
                        .sorted()
                        .toList(),
                all);
    }

    /** {@link SplitEnumerator#discover}: splits already known are left out, so that one that was restored is not read again. */
    @Test
    protected void knownSplitsAreNotDiscoveredAgain() throws Exception {
        append(0, values(0, 0, 2));
        SourceReading reading = reading(enumerator().firstSplits());
        reading.until(2);
        List<Split> restored = stored(reading.positions());
        SplitEnumerator next = enumerator();
        next.verify(restored);
        assertEquals(List.of(), next.discover(ids(restored)));
    }

    /** {@link SplitEnumerator#discover}: a split that came since is found once, and read from its beginning. */
    @Test
    protected void aNewSplitIsDiscoveredOnceAndReadFromItsBeginning() throws Exception {
        List<Split> known = enumerator().firstSplits();
        assumeTrue(grow(), "the outside can't grow");
        append(2, values(2, 0, RECORDS));
        SplitEnumerator next = enumerator();
        next.verify(known);
        List<Split> found = new ArrayList<>();
        patient().until(() -> "the new split was not discovered", () -> found.addAll(next.discover(ids(known))));
        assertEquals(1, found.size(), found::toString);
        SourceReading reading = reading(known);
        reading.add(found);
        reading.until(RECORDS);
        assertEquals(values(2, 0, RECORDS), reading.of(2));
        List<String> all = new ArrayList<>(ids(known));
        all.addAll(ids(found));
        assertEquals(List.of(), next.discover(all));
    }

    /** {@link SplitEnumerator#verify}: a position that this source has not written, or a newer version of it, is refused by name. */
    @Test
    protected void aForeignOrNewerPositionIsRefusedByName() {
        Split split = enumerator().firstSplits().get(0);
        for (String position : List.of("page 7, line 3", split.position() + ",newer=1", "")) {
            var foreign = new Split(split.id(), position);
            var refusal = assertThrows(
                    StaunchException.class, () -> enumerator().verify(List.of(foreign)), () -> "accepted " + foreign);
            assertEquals(Remedy.FAIL_JOB, refusal.remedy());
            assertNames(refusal, split.id());
            assertThrows(RuntimeException.class, () -> reading(List.of(foreign)));
        }
    }

    /** {@link SplitEnumerator#verify}: a position that has expired is an error that names the split. */
    @Test
    protected void anExpiredPositionIsRefusedByName() {
        append(0, values(0, 0, RECORDS));
        List<Split> restored = enumerator().firstSplits();
        assumeTrue(expire(0, 5), "the outside keeps everything");
        assertRefused(restored, restored.get(0));
    }

    /** {@link SplitEnumerator#verify}: a split that was made anew under the same name is another one. */
    @Test
    protected void aPositionInASplitThatWasMadeAnewIsRefusedByName() throws Exception {
        append(0, values(0, 0, 3));
        SourceReading reading = reading(enumerator().firstSplits());
        reading.until(3);
        List<Split> restored = stored(reading.positions());
        reading.close();
        assumeTrue(remake(), "splits of the outside can't be made anew");
        assertRefused(restored, restored.get(0));
    }

    private void assertRefused(List<Split> restored, Split named) {
        var refusal = assertThrows(StaunchException.class, () -> enumerator().verify(restored));
        assertEquals(Remedy.FAIL_JOB, refusal.remedy());
        assertNames(refusal, called(named));
    }

    private static void assertNames(Throwable error, String name) {
        String message = String.valueOf(error.getMessage());
        assertTrue(message.contains(name), () -> "expected '" + name + "' in: " + message);
    }

    /** {@link SourceOutput#emit}, {@link SourceReader#describe}: an origin fits into 52 bits and names the record's place, the same for all readers. */
    @Test
    protected void anOriginNamesTheRecordsPlace() throws Exception {
        append(0, values(0, 0, RECORDS));
        append(1, values(1, 0, RECORDS));
        SourceReading reading = reading(enumerator().firstSplits());
        reading.until(2 * RECORDS);
        List<String> places = reading.places();
        assertEquals(2 * RECORDS, new HashSet<>(places).size(), places::toString);
        SourceReading again = reading(enumerator().firstSplits());
        again.until(2 * RECORDS);
        for (int i = 0; i < places.size(); i++) {
            int there = again.values().indexOf(reading.values().get(i));
            assertEquals(places.get(i), again.places().get(there));
        }
    }

    /**
     * {@link SourceReader#place}, {@link Source#placeOf}: both or neither are known; the place of a record is the one of a split at whose
     * position it is next, and below that of a split that has it behind.
     */
    @Test
    protected void thePlaceOfARecordIsComparableWithPositions() throws Exception {
        append(0, values(0, 0, RECORDS));
        Split first = enumerator().firstSplits().get(0);
        SourceReading reading = reading(List.of(first));
        for (int n = 1; n <= RECORDS; n++) {
            Optional<RecordPlace> before = source().placeOf(reading.positions().get(0));
            reading.more(1);
            List<RecordPlace> places = reading.recordPlaces();
            if (before.isEmpty()) {
                assertEquals(List.of(), places, "places of records without places of splits");
                continue;
            }
            assertEquals(n, places.size(), "places of splits without places of records");
            RecordPlace place = places.get(n - 1);
            RecordPlace behind = source().placeOf(reading.positions().get(0)).orElseThrow();
            assertEquals(before.get().split(), place.split());
            assertTrue(
                    before.get().number() <= place.number() && place.number() < behind.number(),
                    () -> place + " lies between " + before.get() + " and " + behind);
        }
    }

    /** {@link SplitEnumerator#settled}: reading, and noting positions, tells the outside nothing. */
    @Test
    protected void nothingIsToldToTheOutsideBeforeItIsSettled() throws Exception {
        append(0, values(0, 0, RECORDS));
        SplitEnumerator enumerator = enumerator();
        SourceReading reading = reading(enumerator.firstSplits());
        reading.until(RECORDS);
        List<Split> positions = reading.positions();
        assertEquals(List.of(), enumerator.discover(ids(positions)));
        assertEquals(List.of(), told());
        enumerator.settled(1, positions);
        enumerator.settled(2, positions);
        reading.close();
        enumerator.close();
        readsNothingTwice(positions);
    }

    private void readsNothingTwice(List<Split> from) throws Exception {
        append(0, values(0, RECORDS, RECORDS + 1));
        SourceReading next = reading(stored(from));
        next.until(1);
        assertEquals(values(0, RECORDS, RECORDS + 1), next.values());
    }

    /** {@link SourceReader#close}, {@link SplitEnumerator#close}: may be called again, also while something is being fetched. */
    @Test
    protected void closingTwiceIsAsGoodAsOnce() throws Exception {
        append(0, values(0, 0, RECORDS));
        SplitEnumerator enumerator = enumerator();
        SourceReading reading = reading(enumerator.firstSplits());
        reading.more(1);
        List<Split> positions = stored(reading.positions());
        reading.close();
        reading.close();
        enumerator.close();
        enumerator.close();
        SourceReading next = reading(positions);
        next.until(RECORDS - 1);
        assertEquals(values(0, 1, RECORDS), next.values());
        assertEquals(List.of(), reading.failures());
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private SplitEnumerator enumerator() {
        SplitEnumerator enumerator =
                source().enumerator(new SourceContext(JOB, "in", -1, environment(), () -> {}, error -> {}));
        opened.add(enumerator);
        return enumerator;
    }

    private SourceReading reading(List<Split> splits) {
        var reading = new SourceReading(source(), JOB, environment(), patient());
        opened.add(reading);
        reading.add(splits);
        return reading;
    }

    private Patience patient() {
        return new Patience(patience(), this::turn);
    }

    /** As they come back from a checkpoint: equal, and not the same. */
    private static List<Split> stored(List<Split> splits) {
        return splits.stream()
                .map(split -> new Split(copy(split.id()), copy(split.position())))
                .toList();
    }

    private static String copy(String text) {
        return String.valueOf(text.toCharArray());
    }

    private static List<String> ids(List<Split> splits) {
        return splits.stream().map(Split::id).toList();
    }

    private static List<String> values(int split, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> split + ":%03d".formatted(i))
                .toList();
    }
}

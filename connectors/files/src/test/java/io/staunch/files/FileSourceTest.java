package io.staunch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import io.staunch.error.StaunchException;
import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import io.staunch.source.Split;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileSourceTest {
    record Flight(String id, int delay, @Nullable LocalDate day) {}

    private static final FileSource<String> LINES = FileSource.lines(World.IN);
    private static final FileSource<Flight> CSV = FileSource.csv(World.IN, Flight.class);

    private final World world = new World();

    private void file(String name, String text) {
        world.simulated.replace(World.IN, name, text.getBytes(UTF_8));
    }

    /** The same file with more in it. */
    private void append(String name, String text) throws Exception {
        append(name, text.getBytes(UTF_8));
    }

    private void append(String name, byte[] bytes) throws Exception {
        var folder = world.simulated.open(World.IN);
        try (var file = folder.reopen(name, folder.length(name))) {
            file.append(java.nio.ByteBuffer.wrap(bytes));
        }
    }

    private static String message(Reading<?> reading) {
        assertThat(reading.failures).hasSize(1);
        return String.valueOf(reading.failures.get(0).getMessage());
    }

    @Test
    void lineEndsOfAllSystemsEndLinesAndEmptyLinesAreLeftOut() throws Exception {
        file("a", "one\r\ntwo\n\n\r\nthree\n");
        assertThat(Reading.of(world, LINES).all().values).containsExactly("one", "two", "three");
    }

    @Test
    void aMarkAtTheBeginningIsNoPartOfTheFirstRecord() throws Exception {
        file("a.csv", "\uFEFFid,delay,day\nx,1,2026-11-30\n");
        file("b.csv", "\uFEFF");
        assertThat(Reading.of(world, CSV).all().values).containsExactly(new Flight("x", 1, LocalDate.of(2026, 11, 30)));
        file("a.csv", "");
        file("b.csv", "\uFEFFone\n");
        assertThat(Reading.of(world, LINES).all().values).containsExactly("one");
    }

    @Test
    void aLineIsReadWhenItsEndHasCome() throws Exception {
        file("a", "one\ntw");
        Reading<String> reading = Reading.of(world, LINES).all();
        assertThat(reading.values).containsExactly("one");
        append("a", "o\nth");
        assertThat(reading.all().values).containsExactly("one", "two");
        append("a", "ree\n");
        assertThat(reading.all().values).containsExactly("one", "two", "three");
    }

    @Test
    void aShortFileNeedNotBeLongerThanAMark() throws Exception {
        file("a", "1\n");
        assertThat(Reading.of(world, LINES).all().values).containsExactly("1");
    }

    @Test
    void aCompleteFileWhoseStreamsEndBeforeItDoesIsDamaged() throws Exception {
        byte[] whole = Compressed.as(Compression.GZIP, "one\n".getBytes(UTF_8));
        world.simulated.replace(World.IN, "a.gz", Arrays.copyOf(whole, 1_000_000));
        Reading<String> reading = Reading.of(world, LINES.bounded()).all();
        assertThat(message(reading)).contains("a.gz can't be decompressed").contains("ends before the file");
    }

    @Test
    void aCompleteFileMayBeDeletedAsSoonAsItsLastRecordWasEmitted() throws Exception {
        file("a", "one\ntwo\n");
        Reading<String> reading = Reading.of(world, LINES.completeFiles()).some(2);
        assertThat(reading.values).containsExactly("one", "two");
        world.simulated.open(World.IN).delete("a");
        assertThat(Reading.from(world, LINES.completeFiles(), reading.positions())
                        .all()
                        .values)
                .isEmpty();
    }

    /** A task has about a million of them, and a folder may have more files than that. */
    @Test
    void aFileThatWasReadBeforeTakesNoNumberForPlaces() throws Exception {
        file("a", "one\n");
        file("b", "two\n");
        Reading<String> before = Reading.of(world, LINES.completeFiles()).all();
        file("c", "three\n");
        List<Split> positions = new ArrayList<>(before.positions());
        positions.addAll(Reading.of(world, LINES.completeFiles()).positions().stream()
                .filter(split -> split.id().equals("c"))
                .toList());
        Reading<String> after =
                Reading.from(world, LINES.completeFiles(), positions).all();
        assertThat(after.values).containsExactly("three");
        assertThat(after.places).containsExactly("file /in/c at byte 0");
        assertThat(after.origins).containsExactly(0L);
    }

    @Test
    void manyFilesMayBeGoneAtOnce() throws Exception {
        for (int i = 0; i < 100; i++) {
            file("f" + i, "one\n");
        }
        Reading<String> before = Reading.of(world, LINES.allowDeletedFiles()).all();
        assertThat(before.values).hasSize(100);
        for (int i = 0; i < 100; i++) {
            world.simulated.open(World.IN).delete("f" + i);
        }
        Reading<String> after = Reading.from(world, LINES.allowDeletedFiles(), before.positions());
        for (int i = 0; i < 100; i++) {
            after.some(1);
        }
        assertThat(after.failures).isEmpty();
        assertThat(after.positions()).allMatch(each -> FilePosition.of(each).done());
    }

    /** Each look takes a while, so that those that were read are due again before all are. */
    @Test
    void filesThatMayGrowDoNotHoldUpTheOthers() throws Exception {
        for (int i = 0; i < 300; i++) {
            file("f" + i, "one\n");
        }
        Reading<String> reading = Reading.of(world, LINES);
        var fetch = world.agents.get(0);
        for (int i = 0; i < 3000; i++) {
            world.nanos += 1_000_000;
            fetch.step();
            reading.poll();
        }
        assertThat(reading.values).hasSize(300);
        assertThat(reading.failures).isEmpty();
    }

    @Test
    void theLastLineOfACompleteFileNeedsNoEnd() throws Exception {
        file("a", "one\ntwo");
        Reading<String> reading = Reading.of(world, LINES.bounded()).all();
        assertThat(reading.values).containsExactly("one", "two");
        assertThat(reading.finished()).isTrue();
        assertThat(Reading.from(world, LINES.bounded(), reading.positions()).all().values)
                .isEmpty();
    }

    @Test
    void aBoundedSourceReadsWhatWasThereAtFirst() throws Exception {
        file("a", "one\ntw");
        file("b", "");
        List<Split> first = LINES.bounded()
                .enumerator(new io.staunch.source.SourceContext("job", "in", -1, world, () -> {}, e -> {}))
                .firstSplits();
        append("a", "o\nthree\n");
        append("b", "four\n");
        Reading<String> reading = Reading.from(world, LINES.bounded(), first).all();
        assertThat(reading.values).containsExactly("one", "tw");
        assertThat(reading.finished()).isTrue();
    }

    @Test
    void aBoundedSourceOfNothingIsFinished() throws Exception {
        world.simulated.open(World.IN);
        assertThat(Reading.of(world, LINES.bounded()).all().finished()).isTrue();
    }

    @Test
    void csvIsReadByTheNamesOfItsColumns() throws Exception {
        file("a.csv", "delay,id,more\r\n7,\"x \"\"y\"\",\r\nz\",1\r\n8,\"\",2\r\n");
        assertThat(Reading.of(world, CSV).all().values)
                .containsExactly(new Flight("x \"y\",\r\nz", 7, null), new Flight("", 8, null));
    }

    @Test
    void csvWithoutAHeaderHasTheColumnsOfTheClass() throws Exception {
        file("a.csv", "x;1;2026-11-30\ny;2;\n");
        assertThat(Reading.of(world, CSV.withoutHeader().separator(';')).all().values)
                .containsExactly(new Flight("x", 1, LocalDate.of(2026, 11, 30)), new Flight("y", 2, null));
    }

    @Test
    void csvGoesOnInTheMiddleWithTheHeaderOfTheFile() throws Exception {
        file("a.csv", "delay,id\n1,a\n2,b\n3,c\n");
        Reading<Flight> reading = Reading.of(world, CSV).some(2);
        assertThat(reading.values).hasSize(2);
        assertThat(Reading.from(world, CSV, reading.positions()).all().values)
                .containsExactly(new Flight("c", 3, null));
    }

    @Test
    void aHeaderThatLacksWhatTheClassNeedsStopsTheJob() throws Exception {
        file("a.csv", "id,day\nx,2026-11-30\n");
        assertThatThrownBy(() -> Reading.of(world, CSV.skipBadRecords()).all())
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("a.csv")
                .hasMessageContaining("delay")
                .hasMessageContaining("withoutHeader()");
    }

    /** Its rows would be missing without a word. */
    @Test
    void aHeaderThatTakesInTheRowsBehindItIsNamed() throws Exception {
        file("a.csv", "id,delay,day\rx,1,\ry,2,\r");
        for (FileSource<Flight> source : List.of(CSV, CSV.completeFiles().skipBadRecords())) {
            assertThat(message(Reading.of(world, source).all())).contains("/in/a.csv", "a carriage return alone");
        }
        file("a.csv", "\"id,delay,day\nx,1,\ny,2,\n");
        assertThat(message(Reading.of(world, CSV.completeFiles()).all())).contains("/in/a.csv", "never closed");
        file("a.csv", "id,\"de\rlay\",day\r\nx,1,\r\n");
        assertThatThrownBy(() -> Reading.of(world, CSV).all()).hasMessageContaining("does not name [delay]");
        file("a.csv", "id,delay,day\r\r\nx,1,\r\r\n");
        assertThat(Reading.of(world, CSV).all().values).containsExactly(new Flight("x", 1, null));
    }

    record Pair(String id, int delay) {}

    /** One value of several on a line would be read, and the others be missing. */
    @Test
    void whateverTheMapperARecordThatIsMoreThanOneIsABadOne() throws Exception {
        file("a", "{\"id\":\"x\",\"delay\":1}{\"id\":\"y\",\"delay\":2}\n{\"id\":\"z\",\"delay\":3}\n");
        Reading<Pair> json = Reading.of(
                        world,
                        FileSource.jsonLines(World.IN, Pair.class, ObjectMapper::new)
                                .skipBadRecords())
                .all();
        assertThat(json.values).containsExactly(new Pair("z", 3));
        assertThat(json.skipped).isEqualTo(1);
        file("a", "id,delay\nx,1\ry,2\nz,3\n");
        Reading<Pair> csv = Reading.of(
                        world,
                        FileSource.csv(World.IN, Pair.class, CsvMapper::new).skipBadRecords())
                .all();
        assertThat(csv.values).containsExactly(new Pair("z", 3));
        assertThat(csv.skipped).isEqualTo(1);
    }

    @Test
    void badRecordsStopTheJobAreCountedOrGoToASideOutput() throws Exception {
        file("a.csv", "id,delay,day\nx,1,\ny,,\nz,3.5,\nu,1\n\"v\"w,1,\nok,2,\n");
        assertThatThrownBy(() -> Reading.of(world, CSV).all())
                .hasMessageContaining("file /in/a.csv at byte 18")
                .hasMessageNotContaining("y,,");
        Reading<Flight> skipping = Reading.of(world, CSV.skipBadRecords()).all();
        assertThat(skipping.values).containsExactly(new Flight("x", 1, null), new Flight("ok", 2, null));
        assertThat(skipping.skipped).isEqualTo(4);
        SideOutput<BadRecord> output = SideOutput.named("bad");
        Reading<Flight> giving = Reading.of(world, CSV.badRecordsTo(output)).all();
        assertThat(giving.values).isEqualTo(skipping.values);
        assertThat(giving.bad)
                .extracting(bad -> new String(bad.value(), UTF_8))
                .containsExactly("y,,", "z,3.5,", "u,1", "\"v\"w,1,");
    }

    @Test
    void jsonLinesAreTakenStrictly() throws Exception {
        file("a", "{\"id\":\"x\",\"delay\":1,\"more\":2}\n{\"id\":\"y\",\"delay\":\"1\"}\n{\"id\":\"z\"}\nnull\n\"é\n");
        FileSource<Flight> json = FileSource.jsonLines(World.IN, Flight.class).skipBadRecords();
        Reading<Flight> reading = Reading.of(world, json).all();
        assertThat(reading.values).containsExactly(new Flight("x", 1, null));
        assertThat(reading.skipped).isEqualTo(4);
    }

    @Test
    void whatIsNoUtf8IsABadRecord() throws Exception {
        world.simulated.replace(World.IN, "a", new byte[] {'x', (byte) 0xFF, '\n', 'y', '\n'});
        Reading<String> reading = Reading.of(world, LINES.skipBadRecords()).all();
        assertThat(reading.values).containsExactly("y");
        assertThat(reading.skipped).isEqualTo(1);
    }

    @Test
    void aRecordThatIsTooLongIsABadOneAndTheNextOneIsRead() throws Exception {
        FileSource<String> source = LINES.longestRecord(1000).skipBadRecords();
        file("a", "one\n" + "x".repeat(700_000) + "\ntwo\n" + "y".repeat(600_000));
        Reading<String> reading = Reading.of(world, source).all();
        assertThat(reading.values).containsExactly("one", "two");
        assertThat(reading.skipped).isEqualTo(1);
        append("a", "y\nthree\n");
        assertThat(reading.all().values).containsExactly("one", "two", "three");
        assertThat(reading.skipped).isEqualTo(2);
        assertThatThrownBy(() -> Reading.of(world, LINES.longestRecord(1000)).all())
                .hasMessageContaining("longer than 1000 bytes")
                .hasMessageContaining("byte 4");
    }

    /** Otherwise a record would be a good one in one attempt and a bad one in the next. */
    @Test
    void whetherARecordIsTooLongDoesNotDependOnHowMuchIsReadAtOnce() throws Exception {
        FileSource<String> source = LINES.longestRecord(10).skipBadRecords();
        String text = "123456789\n1234567890\none\n" + "x".repeat(20) + "\n\ny\r\n12345678\r\n123456789\r\ntwo\n";
        file("a", text);
        Reading<String> atOnce = Reading.of(world, source).all();
        assertThat(atOnce.values).containsExactly("123456789", "one", "y", "12345678", "two");
        assertThat(atOnce.skipped).isEqualTo(3);
        assertThat(atOnce.places).contains("file /in/a at byte 0", "file /in/a at byte 21");
        atOnce.close();
        file("a", "");
        Reading<String> growing = Reading.of(world, source);
        for (char each : text.toCharArray()) {
            append("a", String.valueOf(each));
            growing.all();
        }
        assertThat(growing.values).isEqualTo(atOnce.values);
        assertThat(growing.skipped).isEqualTo(atOnce.skipped);
        assertThat(growing.positions())
                .extracting(split -> FilePosition.of(split).offset())
                .isEqualTo(atOnce.positions().stream()
                        .map(split -> FilePosition.of(split).offset())
                        .toList());
    }

    @Test
    void aRecordOfCsvThatIsTooLongIsABadOneWithTheLineEndsInItsQuotes() throws Exception {
        file("a.csv", "id,delay,day\nx,1,\n\"" + "long\n".repeat(10) + "\",2,\ny,3,\n");
        SideOutput<BadRecord> output = SideOutput.named("bad");
        Reading<Flight> reading =
                Reading.of(world, CSV.longestRecord(20).badRecordsTo(output)).all();
        assertThat(reading.values).containsExactly(new Flight("x", 1, null), new Flight("y", 3, null));
        assertThat(reading.bad)
                .singleElement()
                .satisfies(bad -> assertThat(bad.place()).isEqualTo("file /in/a.csv at byte 18"));
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatIsReplacedIsNamed(Compression compression) throws Exception {
        String name = "a" + compression.suffix;
        byte[] old = Compressed.as(compression, "one\ntwo\n".getBytes(UTF_8));
        world.simulated.replace(World.IN, name, old);
        Reading<String> reading = Reading.of(world, LINES).all();
        world.simulated.replace(World.IN, name, old);
        reading.all();
        assertThat(message(reading)).contains("/in/" + name, "was replaced", "byte 8");
        assertThatThrownBy(() -> Reading.from(world, LINES, reading.positions()))
                .hasMessageContaining("/in/" + name)
                .hasMessageContaining("recogniseByContent()");
        FileSource<String> byContent = LINES.recogniseByContent();
        assertThat(Reading.from(world, byContent, reading.positions()).all().values)
                .isEmpty();
        world.simulated.replace(World.IN, name, Compressed.as(compression, "One\nTwo\nThree\n".getBytes(UTF_8)));
        assertThatThrownBy(() -> Reading.from(world, byContent, reading.positions()))
                .hasMessageContaining("/in/" + name);
    }

    @Test
    void aFileThatIsWrittenAnewInPlaceIsNoticedByItsFirstBytes() throws Exception {
        file("a", "one\ntwo\n");
        Reading<String> reading = Reading.of(world, LINES).all();
        var folder = world.simulated.open(World.IN);
        try (var same = folder.reopen("a", 0)) {
            same.append(java.nio.ByteBuffer.wrap("another\nfile\n".getBytes(UTF_8)));
        }
        reading.all();
        assertThat(message(reading)).contains("its first 8 bytes are others");
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatIsCutOffIsNamed(Compression compression) throws Exception {
        String name = "a" + compression.suffix;
        byte[] bytes = Compressed.as(compression, "one\ntwo\nthree\n".getBytes(UTF_8));
        world.simulated.replace(World.IN, name, bytes);
        Reading<String> reading = Reading.of(world, LINES).all();
        assertThat(reading.values).hasSize(3);
        var folder = world.simulated.open(World.IN);
        folder.reopen(name, bytes.length - 5).close();
        reading.all();
        assertThat(message(reading)).contains("/in/" + name, "cut off");
        assertThatThrownBy(() -> Reading.from(world, LINES, reading.positions()))
                .hasMessageContaining("/in/" + name);
    }

    @Test
    void aFileThatIsGoneIsNamedUnlessItWasCompleteOrMayBeDeleted() throws Exception {
        file("a", "one\n");
        Reading<String> growing = Reading.of(world, LINES).all();
        Reading<String> complete = Reading.of(world, LINES.completeFiles()).all();
        Reading<String> lenient = Reading.of(world, LINES.allowDeletedFiles()).all();
        world.simulated.open(World.IN).delete("a");
        growing.all();
        assertThat(message(growing)).contains("/in/a", "is gone", "allowDeletedFiles()");
        assertThatThrownBy(() -> Reading.from(world, LINES, growing.positions()))
                .hasMessageContaining("is gone");
        assertThat(complete.all().failures).isEmpty();
        assertThat(Reading.from(world, LINES.completeFiles(), complete.positions())
                        .all()
                        .failures)
                .isEmpty();
        assertThat(lenient.all().failures).isEmpty();
        assertThat(Reading.from(world, LINES.allowDeletedFiles(), lenient.positions())
                        .all()
                        .failures)
                .isEmpty();
    }

    @Test
    void foldersInTheFolderAreReadAndHiddenNamesAreNot() throws Exception {
        file("b.txt", "b\n");
        file(".a.txt", "hidden\n");
        file("_SUCCESS", "hidden\n");
        file("c.csv", "other\n");
        world.simulated.replace(World.IN.resolve("day=1"), "a.txt", "a\n".getBytes(UTF_8));
        world.simulated.replace(World.IN.resolve(".tmp"), "a.txt", "hidden\n".getBytes(UTF_8));
        Reading<String> reading = Reading.of(world, LINES.matching("*.txt")).all();
        assertThat(reading.values).containsExactlyInAnyOrder("b", "a");
        assertThat(reading.positions()).extracting(Split::id).containsExactly("b.txt", "day=1/a.txt");
        assertThat(reading.places).contains("file /in/day=1/a.txt at byte 0");
    }

    @Test
    void aSingleFileIsRead() throws Exception {
        file("a.txt", "a\n");
        file("b.txt", "b\n");
        Reading<String> reading =
                Reading.of(world, FileSource.lines(World.IN.resolve("a.txt"))).all();
        assertThat(reading.values).containsExactly("a");
        assertThat(reading.places).containsExactly("file /in/a.txt at byte 0");
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        assertThatThrownBy(() -> Reading.of(world, FileSource.lines(World.IN.resolve("none"))))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("/in/none");
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void aCompressedFileThatIsNotWholeIsWaitedForOrNamed(Compression compression) throws Exception {
        var text = new StringBuilder();
        var random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            text.append(random.nextLong()).append('\n');
        }
        byte[] whole = Compressed.as(compression, text.toString().getBytes(UTF_8));
        String name = "a" + compression.suffix;
        world.simulated.replace(World.IN, name, Arrays.copyOf(whole, whole.length / 2));
        Reading<String> complete = Reading.of(world, LINES.completeFiles()).all();
        assertThat(message(complete)).contains("/in/" + name, "ends in the middle");
        Reading<String> growing = Reading.of(world, LINES).all();
        assertThat(growing.failures).isEmpty();
        append(name, Arrays.copyOfRange(whole, whole.length / 2, whole.length));
        assertThat(growing.all().values).isEqualTo(text.toString().lines().toList());
    }

    /** Written anew as a whole under another name, what was read of it would come twice. */
    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void whatIsMissingOfACompleteFileComesOnceIfOneDoesAsTheErrorSays(Compression compression) throws Exception {
        String text =
                new SplittableRandom(3).longs(20_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        byte[] whole = Compressed.as(compression, text.getBytes(UTF_8));
        String name = "a" + compression.suffix;
        world.simulated.replace(World.IN, name, Arrays.copyOf(whole, whole.length / 2));
        FileSource<String> source = LINES.completeFiles();
        Reading<String> first = Reading.of(world, source).some(100);
        List<Split> checkpoint = first.positions();
        first.all();
        assertThat(message(first)).contains("allowDeletedFiles()", "up to which byte of its content");
        first.close();
        world.simulated.open(World.IN).delete(name);
        FileSource<String> lenient = source.allowDeletedFiles();
        Reading<String> second = Reading.from(world, lenient, checkpoint).all();
        assertThat(second.failures).isEmpty();
        assertThat(second.values).isEmpty();
        int read = (int) FilePosition.of(checkpoint.get(0)).offset();
        world.simulated.replace(
                World.IN,
                "rest" + compression.suffix,
                Compressed.as(compression, text.substring(read).getBytes(UTF_8)));
        Reading<String> third = Reading.of(world, lenient).all();
        List<String> all = new ArrayList<>(first.values.subList(0, 100));
        all.addAll(third.values);
        assertThat(all).isEqualTo(text.lines().toList());
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void aDamagedCompressedFileIsNamed(Compression compression) throws Exception {
        byte[] bytes = Compressed.as(compression, "one\n".repeat(100).getBytes(UTF_8));
        bytes[0] ^= 1;
        world.simulated.replace(World.IN, "a" + compression.suffix, bytes);
        Reading<String> reading = Reading.of(world, LINES).all();
        assertThat(message(reading))
                .contains("/in/a" + compression.suffix, "decompressed", "up to which byte of its content");
    }

    /** Wherever reading stops and goes on, and however the file grows meanwhile: each record once, in order. */
    @ParameterizedTest
    @EnumSource
    void recordsAreReadOnceWhereverReadingGoesOn(Compression compression) throws Exception {
        for (int seed = 1; seed <= 20; seed++) {
            var random = new SplittableRandom(seed);
            var each = new World();
            String name = "a.csv" + compression.suffix;
            each.simulated.replace(World.IN, name, Compressed.as(compression, "delay,id\n".getBytes(UTF_8)));
            List<Flight> expected = new ArrayList<>();
            List<Flight> read = new ArrayList<>();
            List<Split> positions = Reading.of(each, CSV).positions();
            for (int round = 0; round < 6; round++) {
                Reading<Flight> reading = Reading.from(each, CSV, positions);
                var more = new StringBuilder();
                for (int i = random.nextInt(6); i > 0; i--) {
                    String id = "x\n".repeat(random.nextInt(3)) + expected.size();
                    more.append(expected.size()).append(",\"").append(id).append("\"\r\n");
                    expected.add(new Flight(id, expected.size(), null));
                }
                var folder = each.simulated.open(World.IN);
                try (var file = folder.reopen(name, folder.length(name))) {
                    byte[] bytes = Compressed.as(compression, more.toString().getBytes(UTF_8));
                    file.append(java.nio.ByteBuffer.wrap(bytes));
                }
                reading.some(1 + random.nextInt(4));
                read.addAll(reading.values);
                assertThat(reading.failures).isEmpty();
                positions = reading.positions();
                reading.close();
            }
            read.addAll(Reading.from(each, CSV, positions).all().values);
            assertThat(read).as("seed %d", seed).isEqualTo(expected);
        }
    }
}

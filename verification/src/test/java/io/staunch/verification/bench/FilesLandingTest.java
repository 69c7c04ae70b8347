package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.NumberedRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesLandingTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private static String lines(NumberedRow... rows) {
        return Stream.of(rows).map(FilesLandingTest::line).collect(Collectors.joining());
    }

    private static String line(NumberedRow row) {
        try {
            return JSON.writeValueAsString(row) + "\n";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void file(String name, NumberedRow... rows) throws IOException {
        Files.writeString(folder.resolve(name), lines(rows));
    }

    private FilesLanding landing() {
        return new FilesLanding(folder, 3, -1);
    }

    @Test
    void theFirstRowsOfEachPartitionInOrderAreExact() throws Exception {
        file("a-1.jsonl", NumberedRow.of(0, 0), NumberedRow.of(1, 0), NumberedRow.of(0, 1));
        Files.write(
                folder.resolve("a-2.jsonl.zst"),
                Zstd.compress(lines(NumberedRow.of(0, 2)).getBytes(StandardCharsets.UTF_8)));
        file(".a-3.jsonl.writing", NumberedRow.of(0, 2));
        assertThat(landing().check()).isEqualTo(Run.EXACT);
        assertThat(landing().commits().rows()).isEqualTo(4);
        assertThat(landing().commits().all()).hasSize(2);
    }

    @Test
    void aRowThatIsMissingIsNoticed() throws Exception {
        file("a-1.jsonl", NumberedRow.of(0, 0), NumberedRow.of(0, 2));
        assertThat(landing().check()).startsWith("NOT EXACT").contains("a-1.jsonl", "place 2", "should be that of 1");
    }

    @Test
    void aRowThatIsThereTwiceIsNoticed() throws Exception {
        file("a-1.jsonl", NumberedRow.of(0, 0), NumberedRow.of(1, 0));
        file("a-2.jsonl", NumberedRow.of(1, 0));
        assertThat(landing().check()).startsWith("NOT EXACT").contains("a-2.jsonl");
    }

    @Test
    void aRowThatIsAnotherIsNoticed() throws Exception {
        NumberedRow right = NumberedRow.of(0, 0);
        file("a-1.jsonl", new NumberedRow(0, 0, right.key(), right.value().replace('v', 'w')));
        assertThat(landing().check()).startsWith("NOT EXACT");
    }

    @Test
    void whoStandsStillBeforeAllIsThereHasNotEnded() throws Exception {
        FilesLanding landing = landing();
        file("a-1.jsonl", NumberedRow.of(0, 0), NumberedRow.of(1, 0));
        assertThat(landing.begun()).isTrue();
        assertThat(landing.ended()).isFalse();
        assertThat(landing.ended()).isFalse();
        file("a-2.jsonl", NumberedRow.of(0, 1));
        assertThat(landing.ended()).isTrue();
    }

    @Test
    void nothingIsNotExact() throws Exception {
        assertThat(landing().begun()).isFalse();
        assertThat(landing().check()).startsWith("NOT EXACT");
    }
}

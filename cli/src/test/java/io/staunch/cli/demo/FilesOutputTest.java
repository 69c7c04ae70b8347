package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.staunch.examples.airports.Flights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in files is counted as it stands there, and what the job hides is not. */
class FilesOutputTest {
    private static final Expected EXPECTED = Expected.of(Flights.load(), 6);

    @TempDir
    private Path folder;

    @Test
    void allFilesThatAreShownAreReadInTheOrderOfTheirNames() throws IOException {
        write("totals-2.jsonl", line(5) + line(6));
        write("totals-1.jsonl", line(1) + line(2) + line(3) + line(4));
        write(".totals-3.jsonl.writing", line(1));
        Files.createDirectory(folder.resolve(".staunch"));
        assertThat(counts()).isEqualTo(new Tally.Counts(6, 0, 0, 0, 0, 0, 0, 0, EXPECTED.totals()));
    }

    @Test
    void aLineThatIsMissingOneThatIsThereTwiceAndOneThatIsDamagedAreFound() throws IOException {
        write("totals-1.jsonl", line(1) + line(2) + line(2) + line(4));
        write("totals-2.jsonl", line(5) + line(6) + line(3).substring(0, 20));
        Tally.Counts counts = counts();
        assertThat(counts.out()).isEqualTo(7);
        assertThat(counts.lost()).isEqualTo(1);
        assertThat(counts.duplicated()).isEqualTo(1);
        assertThat(counts.foreign()).isEqualTo(1);
    }

    private Tally.Counts counts() {
        var output = new FlightsOutput(EXPECTED);
        new FilesOutput(folder).read(output);
        return output.counts();
    }

    private void write(String file, String lines) throws IOException {
        Files.writeString(folder.resolve(file), lines);
    }

    private static String line(int number) throws IOException {
        return JsonMapper.builder().build().writeValueAsString(EXPECTED.after(number)) + "\n";
    }
}

package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CsvFramingTest {
    private static final CsvMapper MAPPER =
            CsvMapper.builder().enable(CsvParser.Feature.WRAP_AS_ARRAY).build();

    @Test
    void aLineEndInQuotesEndsNoRecord() {
        assertThat(records("a,\"b\nc\"\nd,e\n", 1)).containsExactly("a,\"b\nc\"\n", "d,e\n");
    }

    @Test
    void twoQuotesInQuotesAreOne() {
        assertThat(records("\"a\"\"\n\",b\n\"\"\n", 1)).containsExactly("\"a\"\"\n\",b\n", "\"\"\n");
    }

    @Test
    void aQuoteInsideAFieldIsAQuote() {
        assertThat(records("5\" pipe,a\nb\n", 1)).containsExactly("5\" pipe,a\n", "b\n");
    }

    /** Whatever was quoted how, and however the bytes come: as the parser tells records apart that is given all at once. */
    @Test
    void recordsAreToldApartAsTheParserDoes() throws IOException {
        for (int seed = 1; seed <= 300; seed++) {
            String text = randomRecords(new SplittableRandom(seed));
            List<String[]> whole = parse(text);
            List<String[]> each = new ArrayList<>();
            for (String record : records(text, 1 + seed % 7)) {
                List<String[]> one = parse(record);
                assertThat(one).as("seed %d: %s", seed, record).hasSize(1);
                each.add(one.get(0));
            }
            assertThat(each).as("seed %d: %s", seed, text).hasSameSizeAs(whole);
            for (int i = 0; i < whole.size(); i++) {
                assertThat(each.get(i)).as("seed %d", seed).isEqualTo(whole.get(i));
            }
        }
    }

    private static List<String[]> parse(String text) throws IOException {
        try (MappingIterator<String[]> records =
                MAPPER.readerFor(String[].class).with(CsvSchema.emptySchema()).readValues(text)) {
            return records.readAll();
        }
    }

    private static String randomRecords(SplittableRandom random) {
        String[] plain = {"a", "bc", "5\"", "é", "x y", "0"};
        String[] quoted = {"", "a", "\"\"", "\n", "\r\n", ",", "x,\"\"y\"\"\nz", "ü"};
        var text = new StringBuilder();
        for (int record = 0; record < 5; record++) {
            for (int field = 0; field < 3; field++) {
                text.append(field == 0 ? "" : ",");
                text.append(
                        random.nextBoolean()
                                ? plain[random.nextInt(plain.length)]
                                : "\"" + quoted[random.nextInt(quoted.length)] + "\"");
            }
            text.append(random.nextBoolean() ? "\n" : "\r\n");
        }
        return text.toString();
    }

    /** @param step how many bytes come at a time */
    private static List<String> records(String text, int step) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var framing = new CsvFraming(',');
        List<String> records = new ArrayList<>();
        int begin = 0;
        int at = 0;
        while (at < bytes.length) {
            int to = Math.min(bytes.length, at + step);
            int end = framing.end(bytes, at, to);
            if (end >= 0) {
                records.add(new String(Arrays.copyOfRange(bytes, begin, end), StandardCharsets.UTF_8));
                begin = end;
            }
            at = end < 0 ? to : end;
        }
        assertThat(begin).isEqualTo(bytes.length);
        return records;
    }
}

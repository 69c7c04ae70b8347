package io.staunch.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.SupplierFunction;
import io.staunch.sink.RefusedRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The formats of a sink. */
final class SinkFormats {
    private static final byte[] NOTHING = {};

    private SinkFormats() {}

    /** A JSON text on each line. */
    record Json<T>(Class<T> type, SupplierFunction<ObjectMapper> mapper) implements SinkFormat<T> {
        @Override
        public String words() {
            return "JSON lines";
        }

        @Override
        public String suffix() {
            return ".jsonl";
        }

        @Override
        public List<String> problems() {
            return List.of();
        }

        @Override
        public Encoder<T> open() {
            ObjectWriter writer = mapper.make().writerFor(type).without(SerializationFeature.INDENT_OUTPUT);
            return new Written<>(NOTHING, writer, true);
        }
    }

    /** Comma-separated values with a header, as RFC 4180 has them. */
    record Csv<T>(Class<T> type, SupplierFunction<CsvMapper> mapper, char separator) implements SinkFormat<T> {
        @Override
        public String words() {
            return "CSV";
        }

        @Override
        public String suffix() {
            return ".csv";
        }

        @Override
        public List<String> problems() {
            return new io.staunch.files.Csv<>(type, mapper, separator, true).problems();
        }

        @Override
        public Encoder<T> open() {
            CsvMapper made = mapper.make();
            CsvSchema schema =
                    made.schemaFor(type).withColumnSeparator(separator).withLineSeparator("\n");
            return new Written<>(header(made, schema), made.writerFor(type).with(schema), false);
        }

        private byte[] header(CsvMapper made, CsvSchema schema) {
            String[] names = schema.getColumnNames().toArray(new String[0]);
            CsvSchema plain =
                    CsvSchema.emptySchema().withColumnSeparator(separator).withLineSeparator("\n");
            try {
                return made.writerFor(String[].class).with(plain).writeValueAsBytes(names);
            } catch (JsonProcessingException e) {
                throw new StaunchException(
                        "the names of the columns of " + type.getName() + " can't be written as CSV: "
                                + e.getOriginalMessage(),
                        Remedy.FAIL_JOB,
                        e);
            }
        }
    }

    /** A text on each line. */
    record Lines() implements SinkFormat<String> {
        @Override
        public String words() {
            return "lines";
        }

        @Override
        public String suffix() {
            return ".txt";
        }

        @Override
        public List<String> problems() {
            return List.of();
        }

        @Override
        public Encoder<String> open() {
            return new Encoder<>() {
                @Override
                public byte[] header() {
                    return NOTHING;
                }

                @Override
                public byte[] encode(String value) {
                    if (value.indexOf('\n') >= 0) {
                        throw new RefusedRecordException("it has a line end in it, and would be read as two lines");
                    }
                    return (value + "\n").getBytes(StandardCharsets.UTF_8);
                }
            };
        }
    }

    private record Written<T>(byte[] header, ObjectWriter writer, boolean endsLines) implements SinkFormat.Encoder<T> {
        @Override
        public byte[] encode(T value) {
            try {
                byte[] bytes = writer.writeValueAsBytes(value);
                if (!endsLines) {
                    return bytes;
                }
                for (byte each : bytes) {
                    if (each == '\n') {
                        throw new RefusedRecordException(
                                "its JSON has a line end in it, of a raw value, say, and would be read as two lines");
                    }
                }
                byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
                line[bytes.length] = '\n';
                return line;
            } catch (InvalidDefinitionException e) {
                throw new StaunchException(
                        "the class of the records is not fit for the format: " + e.getOriginalMessage()
                                + ". Mend the class, or give a mapper that can write it",
                        Remedy.FAIL_JOB,
                        e);
            } catch (JsonProcessingException e) {
                throw new RefusedRecordException(
                        "it can't be written in the format (" + e.getClass().getSimpleName() + ")");
            }
        }
    }
}

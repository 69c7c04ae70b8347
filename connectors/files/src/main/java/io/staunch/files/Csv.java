package io.staunch.files;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.staunch.function.SupplierFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated values as RFC 4180 has them, in UTF-8.
 *
 * @param header whether the first record of a file names the columns; if not, they are those of the class, in its order
 */
record Csv<T>(Class<T> type, SupplierFunction<CsvMapper> mapper, char separator, boolean header)
        implements FileFormat<T> {
    Csv<T> separator(char changed) {
        return new Csv<>(type, mapper, changed, header);
    }

    Csv<T> header(boolean changed) {
        return new Csv<>(type, mapper, separator, changed);
    }

    @Override
    public String words() {
        return "CSV";
    }

    @Override
    public Framing framing() {
        return new CsvFraming(separator);
    }

    @Override
    public boolean hasHeader() {
        return header;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (type.isPrimitive()) {
            problems.add("csv(" + type + ".class): name a class");
        }
        if (separator >= 0x80 || separator == '"' || separator == '\n' || separator == '\r') {
            problems.add("separator: expected an ASCII character that is no quote and no line end");
        }
        return problems;
    }

    CsvSchema schema(CsvMapper of) {
        return of.schemaFor(type).withColumnSeparator(separator).withLineSeparator("\n");
    }

    @Override
    public Reader<T> open() {
        return new CsvReader<>(this, mapper.make());
    }

    private static final class CsvReader<T> implements Reader<T> {
        private final Csv<T> format;
        private final CsvMapper mapper;
        private final Set<String> needed = new HashSet<>();
        private final Set<String> known = new HashSet<>();
        private ObjectReader reader;
        private byte @Nullable [] header;

        CsvReader(Csv<T> format, CsvMapper mapper) {
            this.format = format;
            this.mapper = mapper;
            reader = reader(format.schema(mapper));
            JavaType java = mapper.constructType(format.type);
            for (BeanPropertyDefinition each :
                    mapper.getDeserializationConfig().introspect(java).findProperties()) {
                known.add(each.getName());
                if (each.getRawPrimaryType().isPrimitive()) {
                    needed.add(each.getName());
                }
            }
        }

        @Override
        public void begin(byte @Nullable [] first) {
            if (first == null || (header != null && Arrays.equals(header, first))) {
                return;
            }
            String[] columns = columns(first);
            Set<String> there = new HashSet<>(Arrays.asList(columns));
            if (there.size() < columns.length) {
                throw new FileRefusedException("a column is named twice in its first record");
            }
            Set<String> lacking = new HashSet<>(needed);
            lacking.removeAll(there);
            if (!lacking.isEmpty() || there.stream().noneMatch(known::contains)) {
                throw new FileRefusedException("its first record, which should name the columns, "
                        + (lacking.isEmpty() ? "names none of " + sorted(known) : "does not name " + sorted(lacking))
                        + ": say withoutHeader() if such files name none, or give csv(path, type, mapper) one that"
                        + " knows what they are called there");
            }
            CsvSchema.Builder schema = CsvSchema.builder().setColumnSeparator(format.separator);
            for (String column : columns) {
                schema.addColumn(column);
            }
            reader = reader(schema.build());
            header = first;
        }

        /** What would be left behind the first row that it finds would be missing. */
        private ObjectReader reader(CsvSchema schema) {
            return mapper.readerFor(format.type).with(schema).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        }

        private String[] columns(byte[] first) {
            var plain = CsvSchema.emptySchema().withColumnSeparator(format.separator);
            try {
                String[] columns = mapper.readerFor(String[].class)
                        .with(com.fasterxml.jackson.dataformat.csv.CsvParser.Feature.WRAP_AS_ARRAY)
                        .with(plain)
                        .<String[]>readValues(first)
                        .next();
                for (int i = 0; i < columns.length; i++) {
                    columns[i] = columns[i] == null ? "" : columns[i].trim();
                }
                return columns;
            } catch (IOException | RuntimeException e) {
                throw new FileRefusedException(
                        "its first record, which should name the columns, can't be read: " + BadBytes.reason(e));
            }
        }

        private static List<String> sorted(Set<String> names) {
            return names.stream().sorted().toList();
        }

        @Override
        public @Nullable T read(byte[] bytes, int from, int length) throws IOException {
            return reader.readValue(bytes, from, length);
        }
    }
}

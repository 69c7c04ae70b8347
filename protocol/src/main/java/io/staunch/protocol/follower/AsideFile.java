package io.staunch.protocol.follower;

import io.staunch.protocol.codec.JsonText;
import io.staunch.protocol.codec.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.UUID;

/**
 * A file with the records of an interval that is passed over, for people and other programs: lines of JSON in UTF-8. The first one says what it is, each
 * further one is a record, in the order in which they came. Nothing here reads it.
 *
 * @param lineage of the checkpoint: in a folder that was emptied, ids begin anew
 * @param epoch of the start that made it
 * @param records how many there are
 * @param schema of the records
 */
public record AsideFile(
        String job,
        String sink,
        String resource,
        long checkpoint,
        UUID lineage,
        long epoch,
        long records,
        Schema schema) {
    /** The version of the format that is written. */
    public static final int FORMAT = 1;

    private static final int BATCH_BYTES = 64 << 10;

    /** The name: letters, digits, and some of {@code . _ % -}. The same for the same interval, and no other one's. */
    public String name() {
        return name(sink, checkpoint, lineage);
    }

    /** @see #name() */
    public static String name(String sink, long checkpoint, UUID lineage) {
        return stem(sink, checkpoint, lineage) + ".jsonl";
    }

    /** With what the name of a file begins that is about one interval of a sink. */
    public static String stem(String sink, long checkpoint, UUID lineage) {
        var name = new StringBuilder();
        for (byte each : sink.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            name.append(plain || c == '-' || c == '.' ? String.valueOf(c) : "%%%02x".formatted((int) c));
        }
        return name + "-checkpoint-" + checkpoint + "-" + lineage;
    }

    /** The bytes, some at a time; the records are asked for as it goes on. */
    public Iterable<byte[]> bytes(Iterable<?> values) {
        return () -> new Batches(values.iterator());
    }

    private String header() {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("staunch", "set aside");
        header.put("format", FORMAT);
        header.put("job", job);
        header.put("sink", sink);
        header.put("resource", resource);
        header.put("checkpoint", checkpoint);
        header.put("epoch", epoch);
        header.put("records", records);
        header.put("schema", schema.text());
        return JsonText.of(header);
    }

    private final class Batches implements Iterator<byte[]> {
        private final Iterator<?> values;
        private boolean begun;

        Batches(Iterator<?> values) {
            this.values = values;
        }

        @Override
        public boolean hasNext() {
            return !begun || values.hasNext();
        }

        @Override
        public byte[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException("all " + records + " records were given");
            }
            List<String> lines = new ArrayList<>();
            long length = 0;
            if (!begun) {
                begun = true;
                lines.add(header());
            }
            while (length < BATCH_BYTES && values.hasNext()) {
                String line = JsonText.of(values.next());
                lines.add(line);
                length += line.length();
            }
            return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        }
    }
}

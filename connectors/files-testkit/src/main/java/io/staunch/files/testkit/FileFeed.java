package io.staunch.files.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.staunch.testkit.disk.SimulatedDisk;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.world.Chance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Somebody who fills the folder of a source, before and while the job runs: files that come late, grow by any number of bytes, so that the last line
 * is a part of one, or by whole streams if they are compressed. Records of an equal lane are in one file.
 */
final class FileFeed {
    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    private static final int MOST_FILES = 3;
    private static final double COMPRESSED = 0.2;
    private static final double SOME = 0.4;
    private static final int MOST_BYTES = 2_000;

    private final SimulatedDisk disk;
    private final Chance chance;
    private final SourceFiles files;
    private final List<Growing> growing = new ArrayList<>();

    /** A file, and what is not in it yet. */
    private static final class Growing {
        final String name;
        final byte[] content;
        int written;

        Growing(String name, byte[] content) {
            this.name = name;
            this.content = content;
        }

        boolean compressed() {
            return name.endsWith(".gz");
        }
    }

    FileFeed(SimulatedDisk disk, Chance chance, SourceFiles files, List<Fed> records) {
        this.disk = disk;
        this.chance = chance;
        this.files = files;
        // A source that reads a folder wants it to be there.
        disk.append(files.root(), ".written-elsewhere", new byte[0]);
        List<ByteArrayOutputStream> contents = contents(records);
        for (int i = 0; i < contents.size(); i++) {
            growing.add(new Growing(name(i), contents.get(i).toByteArray()));
        }
        boolean all = files.how() == SourceFiles.Reads.WHAT_IS_THERE || chance.happens(0.2);
        for (Growing each : growing) {
            // One that the source names has to be there.
            int atOnce = all ? each.content.length : files.file().isPresent() ? chance.below(MOST_BYTES) : 0;
            if (all || files.file().isPresent()) {
                grow(each, atOnce);
            }
        }
    }

    private List<ByteArrayOutputStream> contents(List<Fed> records) {
        int count = files.file().isPresent() ? 1 : (int) chance.between(1, MOST_FILES);
        List<ByteArrayOutputStream> contents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            contents.add(new ByteArrayOutputStream());
        }
        for (Fed record : records) {
            ByteArrayOutputStream in = contents.get(Math.floorMod(record.lane().hashCode(), count));
            in.writeBytes(bytes(record.value()));
            in.write('\n');
        }
        return contents;
    }

    private String name(int number) {
        return files.file().orElseGet(() -> "fed-" + number + ".txt" + (chance.happens(COMPRESSED) ? ".gz" : ""));
    }

    /** As it is fed: bytes and text as they are, anything else in JSON. */
    private static byte[] bytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "a record to be fed can't be written as JSON: "
                            + value.getClass().getName() + "; give lines as text",
                    e);
        }
    }

    /** Writes some of what is left, or nothing. Called now and then. */
    void goOn() {
        growing.removeIf(each -> each.written == each.content.length);
        if (!growing.isEmpty() && chance.happens(SOME)) {
            Growing one = chance.oneOf(growing);
            boolean whole = files.how() == SourceFiles.Reads.COMPLETE;
            grow(one, whole ? one.content.length : (int) chance.skewed(1, MOST_BYTES));
        }
    }

    private void grow(Growing file, int bytes) {
        int end = Math.min(file.content.length, file.written + bytes);
        byte[] more = Arrays.copyOfRange(file.content, file.written, end);
        disk.append(files.root(), file.name, file.compressed() ? gzip(more) : more);
        file.written = end;
    }

    private static byte[] gzip(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var stream = new GZIPOutputStream(out)) {
            stream.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}

package io.staunch.verification.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.github.luben.zstd.ZstdInputStream;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.NumberedRow;
import io.staunch.verification.bench.run.Values;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A folder of JSON lines in which files appear by renaming, in the order of their names. When one has appeared, its last change of status says. */
final class FilesLanding implements Landing {
    private final Path folder;
    private final long records;
    private final double quietSeconds;
    private long seen;
    private long lastNanos;

    /**
     * @param records in the topic
     * @param quietSeconds without a new file, after which it is looked whether all of them are there
     */
    FilesLanding(Path folder, long records, double quietSeconds) {
        this.folder = folder;
        this.records = records;
        this.quietSeconds = quietSeconds;
    }

    /** @param intervalMs in which a new file should appear as long as there is input */
    static FilesLanding of(Path folder, long records, long intervalMs) {
        return new FilesLanding(folder, records, Math.max(2, 4 * intervalMs / 1e3));
    }

    /** What readers are shown. */
    private List<Path> visible() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public boolean begun() throws IOException {
        lastNanos = System.nanoTime();
        return !visible().isEmpty();
    }

    /** By nothing having come for some time, and all being there: who stands still has not ended. */
    @Override
    public boolean ended() throws IOException {
        long now = visible().size();
        if (now != seen) {
            seen = now;
            lastNanos = System.nanoTime();
        }
        if ((System.nanoTime() - lastNanos) / 1e9 <= quietSeconds) {
            return false;
        }
        boolean all = commits().rows() >= records;
        lastNanos = System.nanoTime();
        return all;
    }

    @Override
    public double cpuSeconds() {
        return 0;
    }

    @Override
    public Commits commits() throws IOException {
        List<Commits.Commit> all = new ArrayList<>();
        for (Path file : visible()) {
            long rows;
            try (BufferedReader lines = open(file)) {
                rows = lines.lines().count();
            }
            var changed = (FileTime) Files.getAttribute(file, "unix:ctime");
            all.add(new Commits.Commit(changed.to(TimeUnit.MICROSECONDS), rows));
        }
        return new Commits(all);
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream stored = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        InputStream content = file.toString().endsWith(".zst") ? new ZstdInputStream(stored) : stored;
        return new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8), 1 << 16);
    }

    @Override
    public String check() throws IOException {
        long[] next = new long[Values.PARTITIONS];
        ObjectReader reader = new ObjectMapper().readerFor(NumberedRow.class);
        long rows = 0;
        for (Path file : visible()) {
            try (BufferedReader lines = open(file)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    NumberedRow row = reader.readValue(line);
                    rows++;
                    if (!row.equals(NumberedRow.of(row.part(), next[row.part()]++))) {
                        return "NOT EXACT: row " + rows + ", in " + file.getFileName() + ", is that of place "
                                + row.place() + " of partition " + row.part() + " and should be that of "
                                + (next[row.part()] - 1);
                    }
                }
            }
        }
        return rows == 0 ? "NOT EXACT: no rows" : Run.EXACT;
    }

    @Override
    public void close() {}
}

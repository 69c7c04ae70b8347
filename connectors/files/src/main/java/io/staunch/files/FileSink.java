package io.staunch.files;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import io.staunch.environment.DiskFolder;
import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.MapFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.process.SideOutput;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes files into a folder, exactly once: whoever lists it sees whole files only, each of which appears under its name once its checkpoint is
 * committed and never changes. An immutable value: each method gives a changed copy.
 *
 * <pre>{@code FileSink.jsonLines(Path.of("out"), AirportDelays.class).rollEvery(Duration.ofMinutes(10)) }</pre>
 *
 * <p>A file of sink {@code totals} of job {@code delays} is named like {@code totals@delays-000003-000000017.jsonl}: the number of the run and that of the
 * file in it, so that in a folder names in order are records in order. What is not shown yet has a name that begins with a dot.
 *
 * @param <T> the records
 */
public final class FileSink<T> implements TwoPhaseCommitSink<T> {
    private static final long serialVersionUID = 1L;

    private final SinkFormat<T> format;
    private final String path;
    private final SinkOptions<T> options;
    private final OnRefusedRecord onRefused;
    /** Made when it is first needed. */
    private transient volatile SinkFormat.@Nullable Encoder<T> checking;

    private FileSink(SinkFormat<T> format, String path, SinkOptions<T> options, OnRefusedRecord onRefused) {
        this.format = format;
        this.path = path;
        this.options = options;
        this.onRefused = onRefused;
    }

    private static <T> FileSink<T> of(SinkFormat<T> format, Path folder) {
        return new FileSink<>(
                format,
                folder.toString(),
                new SinkOptions<>(Rolling.WITH_CHECKPOINTS, Compression.NONE, null),
                OnRefusedRecord.FAIL);
    }

    /** A JSON text on each line, for records and other classes, {@code java.time} (as ISO-8601 text) included. */
    public static <T> FileSink<T> jsonLines(Path folder, Class<T> type) {
        return jsonLines(folder, type, Mappers::json);
    }

    /** A JSON text on each line, written by a mapper of one's own. */
    public static <T> FileSink<T> jsonLines(Path folder, Class<T> type, SupplierFunction<ObjectMapper> mapper) {
        return of(new SinkFormats.Json<>(type, mapper), folder);
    }

    /** Comma-separated values as RFC 4180 has them; each file begins with the names of the columns, the properties of the class in its order. */
    public static <T> FileSink<T> csv(Path folder, Class<T> type) {
        return csv(folder, type, Mappers::csv);
    }

    /** Comma-separated values, written by a mapper of one's own. */
    public static <T> FileSink<T> csv(Path folder, Class<T> type, SupplierFunction<CsvMapper> mapper) {
        return of(new SinkFormats.Csv<>(type, mapper, ','), folder);
    }

    /** Lines of UTF-8 text. One that has a line end in it is refused. */
    public static FileSink<String> lines(Path folder) {
        return of(new SinkFormats.Lines(), folder);
    }

    /**
     * A file is whole at the first checkpoint that comes so long after its first record; if neither this nor {@link #rollAtBytes} is said, at each
     * checkpoint. It grows over checkpoints until then, and nobody is shown it. When a job ends, or starts again after a fault, what of it is
     * committed is shown as it is.
     */
    public FileSink<T> rollEvery(Duration age) {
        return with(options.rolling(new Rolling(age.toNanos(), options.rolling().bytes())));
    }

    /** A file is whole when it has about this many bytes, as they are stored. */
    public FileSink<T> rollAtBytes(long bytes) {
        return with(options.rolling(new Rolling(options.rolling().everyNanos(), bytes)));
    }

    /** Compressed by gzip; names end in {@code .gz}. */
    public FileSink<T> gzip() {
        return with(options.compression(Compression.GZIP));
    }

    /** Compressed by Zstandard; names end in {@code .zst}. */
    public FileSink<T> zstd() {
        return with(options.compression(Compression.ZSTD));
    }

    /**
     * The folder of each record below the sink's, for example {@code day=2026-11-30}; with {@code /} for folders in folders. Each has files of its
     * own, of which a hundred are open at most.
     */
    public FileSink<T> folderBy(MapFunction<? super T, String> of) {
        return with(options.folderBy(of));
    }

    /**
     * Passes over and counts records that can't be written; if not said, the job stops there. So that they are found in time, each record is encoded
     * twice.
     */
    public FileSink<T> skipRefusedRecords() {
        return new FileSink<>(format, path, options, OnRefusedRecord.SKIP);
    }

    /** Gives such records to a side output of the sink, likewise: {@code pipeline.sideOutput("name of the sink", output)}. */
    public FileSink<T> refusedRecordsTo(SideOutput<RefusedRecord<T>> output) {
        return new FileSink<>(format, path, options, OnRefusedRecord.give(output));
    }

    private FileSink<T> with(SinkOptions<T> changed) {
        return new FileSink<>(format, path, changed, onRefused);
    }

    @Override
    public String description() {
        return format.words() + " in " + path + ", " + options.rolling().words();
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return onRefused;
    }

    /** A record that is refused once it is in a transaction costs a restart, and stops the job if its place in a source is not known. */
    @Override
    public void check(T value) throws Exception {
        if (onRefused instanceof OnRefusedRecord.Fail) {
            return;
        }
        SinkFormat.Encoder<T> encoder = checking;
        if (encoder == null) {
            encoder = format.open();
            checking = encoder;
        }
        options.folderOf(value);
        encoder.encode(value);
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(format.problems());
        if (path.isEmpty()) {
            problems.add("no folder is named");
        }
        if (options.rolling().everyNanos() < 0) {
            problems.add("rollEvery: expected a time that is not negative");
        }
        if (options.rolling().bytes() < 0) {
            problems.add("rollAtBytes: expected a number that is not negative, was "
                    + options.rolling().bytes());
        }
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        return FileLook.ofSink(context, Path.of(path));
    }

    @Override
    public String resource() {
        return "files " + path;
    }

    /** For as long as the disk keeps them. */
    @Override
    public Optional<Duration> preparedLimit() {
        return Optional.empty();
    }

    @Override
    public TransactionConnection<T> connect(TwoPhaseCommitContext context) {
        try {
            return new FileTransactions<>(folder(context), format, options, context.environment());
        } catch (IOException e) {
            throw unusable(e, Remedy.RESTART_FROM_CHECKPOINT);
        }
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) {
        try {
            SinkFolder folder = folder(context);
            tryRename(folder.own());
            return new FileCommits(folder, new FileLedger(folder.own(), context.environment()::newId));
        } catch (IOException e) {
            throw unusable(e, Remedy.RETRY);
        }
    }

    private SinkFolder folder(TwoPhaseCommitContext context) throws IOException {
        if (FolderTree.hidden(context.sink())) {
            throw new ConfigurationException(
                    description(),
                    List.of("the sink's name, '" + context.sink() + "', begins with '.' or '_', and so would those of"
                            + " its files, which readers leave out: give it another one"));
        }
        return SinkFolder.open(
                context.environment().disk(), Path.of(path), SinkFolder.name(context.sink(), context.job()));
    }

    /** All that the sink relies on, tried before the first record. */
    private static void tryRename(DiskFolder in) throws IOException {
        String from = ".try-from";
        String to = ".try-to";
        in.delete(from);
        in.delete(to);
        in.create(from).close();
        in.sync(from, 0, 0);
        in.rename(from, to);
        in.sync();
        in.entry(to);
        in.delete(to);
    }

    private StaunchException unusable(IOException e, Remedy remedy) {
        return new StaunchException(
                "files can't be written to " + path + ": " + e.getMessage()
                        + ". The sink makes files there, syncs them and renames them",
                remedy,
                e);
    }

    @Override
    public String toString() {
        return "FileSink of " + description();
    }
}

package io.staunch.files;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import io.staunch.environment.Environment;
import io.staunch.function.SupplierFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import io.staunch.source.OnBadRecord;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/**
 * Reads a file, or all files in a folder and the folders in it, each in order; new ones are found while it runs. How far each is read is in the
 * job's checkpoints. Files whose names end in {@code .gz} or {@code .zst} are decompressed; those whose names begin with a dot or an underscore
 * are left alone. An immutable value: each method gives a changed copy.
 *
 * <pre>{@code FileSource.csv(Path.of("in"), Flight.class).matching("*.csv.gz") }</pre>
 *
 * <p>A file may grow; a line is read when its end has come. What was read must stay as it was: the job stops, naming the file, if it was
 * replaced, cut off or deleted. A record that can't be read stops it too, naming file and byte and never the content, unless {@link
 * #skipBadRecords} or {@link #badRecordsTo} says otherwise.
 *
 * @param <T> the records
 */
public final class FileSource<T> implements Source<T> {
    private static final long serialVersionUID = 1L;

    private final FileFormat<T> format;
    private final String path;
    private final FileOptions options;
    private final OnBadRecord onBad;

    private FileSource(FileFormat<T> format, String path, FileOptions options, OnBadRecord onBad) {
        this.format = format;
        this.path = path;
        this.options = options;
        this.onBad = onBad;
    }

    private static <T> FileSource<T> of(FileFormat<T> format, Path path) {
        return new FileSource<>(format, path.toString(), FileOptions.DEFAULTS, OnBadRecord.FAIL);
    }

    /**
     * A JSON text on each line, for records and other classes, {@code java.time} included. Properties that the class does not know are passed
     * over; everything else is taken strictly, as {@code KafkaSource.json} does.
     */
    public static <T> FileSource<T> jsonLines(Path path, Class<T> type) {
        return jsonLines(path, type, Mappers::json);
    }

    /** A JSON text on each line, read by a mapper of one's own. */
    public static <T> FileSource<T> jsonLines(Path path, Class<T> type, SupplierFunction<ObjectMapper> mapper) {
        return of(new JsonLines<>(type, mapper), path);
    }

    /**
     * Comma-separated values in UTF-8, with or without a mark at its beginning, quoted as RFC 4180 says, line ends in quotes included. The first
     * record of each file names the columns, which are the properties of the class; others are passed over. An empty field is null, and an error
     * for a primitive.
     */
    public static <T> FileSource<T> csv(Path path, Class<T> type) {
        return csv(path, type, Mappers::csv);
    }

    /** Comma-separated values, read by a mapper of one's own. */
    public static <T> FileSource<T> csv(Path path, Class<T> type, SupplierFunction<CsvMapper> mapper) {
        return of(new Csv<>(type, mapper, ',', true), path);
    }

    /** Lines of UTF-8 text, without their ends. Empty lines are left out. */
    public static FileSource<String> lines(Path path) {
        return of(new TextLines(), path);
    }

    /** For CSV: what separates the columns, if it is no comma. */
    public FileSource<T> separator(char character) {
        return with(csv("separator").separator(character));
    }

    /** For CSV: files begin with a record; the columns are the properties of the class in its order. */
    public FileSource<T> withoutHeader() {
        return with(csv("withoutHeader").header(false));
    }

    private Csv<T> csv(String option) {
        if (format instanceof Csv<T> csv) {
            return csv;
        }
        throw new IllegalStateException(option + " is for CSV, and this source reads " + format.words());
    }

    /** Only files whose names match, for example {@code *.jsonl} or {@code flights-*.{csv,csv.gz}}. */
    public FileSource<T> matching(String glob) {
        return with(options.matching(glob));
    }

    /**
     * Only what is there at the very first start: each file up to the length that it has then, and no file that comes later. The source ends when
     * all is read.
     */
    public FileSource<T> bounded() {
        return with(options.onlyWhatIsThere());
    }

    /**
     * Files are complete when they appear under their names (written elsewhere, or hidden, and renamed), and do not grow. So a last line needs no
     * end, and a file may be deleted once it is read.
     */
    public FileSource<T> completeFiles() {
        return with(options.completeFiles());
    }

    /** A file is known again by its length and first bytes, not by its identity in the file system: files may be restored from copies. */
    public FileSource<T> recogniseByContent() {
        return with(options.recogniseByContent());
    }

    /**
     * A file that is gone counts as read to its end, with a warning in the log. Whoever deletes one that was not yet read loses what was in it.
     */
    public FileSource<T> allowDeletedFiles() {
        return with(options.allowDeleted());
    }

    /** How long a record can be with its line end, in bytes; 16 MiB if not said. A longer one is a bad record. */
    public FileSource<T> longestRecord(int bytes) {
        return with(options.longestRecord(bytes));
    }

    /**
     * Passes over records that can't be read, and counts them ({@code recordsSkipped} in the job's metrics). Each is named in the log by file and
     * byte, as long as there are few.
     */
    public FileSource<T> skipBadRecords() {
        return new FileSource<>(format, path, options, OnBadRecord.SKIP);
    }

    /** Gives records that can't be read to a side output of this source, to be read with {@code stream.sideOutput(output)}. */
    public FileSource<T> badRecordsTo(SideOutput<BadRecord> output) {
        return new FileSource<>(format, path, options, OnBadRecord.give(output));
    }

    private FileSource<T> with(FileOptions changed) {
        return new FileSource<>(format, path, changed, onBad);
    }

    private FileSource<T> with(FileFormat<T> changed) {
        return new FileSource<>(changed, path, options, onBad);
    }

    @Override
    public String description() {
        return format.words() + " in " + path + ("*".equals(options.glob()) ? "" : " matching " + options.glob())
                + options.words();
    }

    @Override
    public Offer offer() {
        String deleted = options.deletedAllowed() ? "; files that are gone count as read" : "";
        return Offer.exactlyOnce(
                "replayable as long as files stay as they are, positions in the checkpoint" + deleted + onBad.words());
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(format.problems());
        if (path.isEmpty()) {
            problems.add("no file or folder is named");
        }
        if (options.longestRecord() < 1) {
            problems.add("longestRecord: expected 1 byte at least, was " + options.longestRecord());
        }
        try {
            FileSystems.getDefault().getPathMatcher("glob:" + options.glob());
        } catch (PatternSyntaxException e) {
            problems.add("matching(\"" + options.glob() + "\"): " + e.getDescription());
        }
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        return FileLook.ofSource(context, Path.of(path), options);
    }

    @Override
    public List<SideOutput<?>> sideOutputs() {
        return onBad instanceof OnBadRecord.Give give ? List.of(give.output()) : List.of();
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return Optional.of(FilePosition.of(split).place());
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new FileEnumerator(tree(context), options);
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        Environment environment = context.environment();
        String name = "files-fetch-" + context.source() + "-" + context.task();
        FolderTree tree = tree(context);
        return new FileReader<>(
                format,
                onBad,
                options,
                id -> path.endsWith(id) ? path : Path.of(path).resolve(id).toString(),
                handover -> environment.start(name, new FileFetch(context, handover, tree, format, options)));
    }

    private FolderTree tree(SourceContext context) {
        return new FolderTree(context.environment().disk(), Path.of(path), options.glob());
    }

    @Override
    public String toString() {
        return "FileSource of " + description();
    }
}

package io.staunch.jdbc;

import io.staunch.environment.AgentHandle;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.RowQuery.Fetched;
import io.staunch.source.BadRecord;
import io.staunch.source.OnBadRecord;
import io.staunch.source.RecordPlace;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Emits the rows that its fetcher has fetched. Owned by the worker. */
final class TableSourceReader<T> implements SourceReader<T> {
    private static final Logger LOG = LoggerFactory.getLogger(TableSourceReader.class);
    private static final long NO_TIME = Long.MIN_VALUE;

    /** Bad rows that are each named in the log; after them one in so many is. */
    private static final int FEW = 10;

    private static final int MANY = 1000;

    private final ReadOptions<T> options;
    private final SourceContext context;
    /** By id. */
    private final TreeMap<String, SplitRows<T>> splits = new TreeMap<>();

    /** Number of the split that is asked first: each in turn, so that none waits for ever behind a busy one. */
    private int first;

    private long skipped;

    private Set<String> paused = Set.of();
    private @Nullable RowFetcher<T> fetcher;
    private @Nullable AgentHandle running;

    TableSourceReader(ReadOptions<T> options, SourceContext context) {
        this.options = options;
        this.context = context;
    }

    @Override
    public void add(List<Split> more) {
        for (Split split : more) {
            int number = TableSplits.number(options, split);
            if (splits.containsKey(split.id())) {
                throw new IllegalArgumentException("split '" + split.id() + "' is read already");
            }
            var rows = new SplitRows<T>(split, number, Objects.requireNonNull(RowPosition.of(split, options.byTime())));
            splits.put(split.id(), rows);
            fetcher().add(rows);
        }
        if (!splits.isEmpty() && running == null) {
            running = context.environment().start("jdbc-" + context.source() + "-" + context.task(), fetcher());
        }
    }

    private RowFetcher<T> fetcher() {
        RowFetcher<T> there = fetcher;
        if (there == null) {
            there = new RowFetcher<>(options, context);
            fetcher = there;
        }
        return there;
    }

    @Override
    public int poll(SourceOutput<T> out, int most) {
        int emitted = 0;
        List<SplitRows<T>> all = List.copyOf(splits.values());
        for (int i = 0; i < all.size() && emitted < most; i++) {
            SplitRows<T> split = all.get((first + i) % all.size());
            if (!paused.contains(split.id())) {
                emitted += emit(split, out, most - emitted);
            }
        }
        first = all.isEmpty() ? 0 : (first + 1) % all.size();
        if (emitted > 0 && running != null) {
            running.wake();
        }
        return emitted;
    }

    private int emit(SplitRows<T> split, SourceOutput<T> out, int most) {
        int emitted = 0;
        while (emitted < most && out.ready()) {
            Fetched<T> row = split.take();
            if (row == null) {
                return emitted;
            }
            if (emitted == 0) {
                out.split(split.id());
            }
            Instant time = row.position().time();
            emit(row, time == null ? NO_TIME : time.toEpochMilli(), out);
            emitted++;
        }
        return emitted;
    }

    private void emit(Fetched<T> row, long timestamp, SourceOutput<T> out) {
        long id = row.position().id();
        T value = row.value();
        if (value != null) {
            out.emit(value, timestamp, id);
        } else if (options.onBad() instanceof OnBadRecord.Give give) {
            var bad = new BadRecord(describe(id), String.valueOf(row.why()), timestamp, null, null);
            out.emit(give.output(), bad, timestamp, id);
        } else if (options.onBad() instanceof OnBadRecord.Skip) {
            out.skip();
            skipped++;
            if (skipped <= FEW || skipped % MANY == 0) {
                LOG.warn(
                        "record {} that is passed over: the row of {} can't be one: {}",
                        skipped,
                        describe(id),
                        row.why());
            }
        } else {
            throw new StaunchException(
                    options.description() + ", id " + id + ": the row can't be a record: " + row.why()
                            + ". The job goes on there once it can: mend the row or the class; or say skipBadRecords() or"
                            + " badRecordsTo(...)",
                    Remedy.FAIL_JOB);
        }
    }

    @Override
    public boolean finished() {
        return false;
    }

    @Override
    public void pause(Set<String> ids) {
        paused = Set.copyOf(ids);
    }

    @Override
    public List<Split> positions() {
        return splits.values().stream().map(SplitRows::position).toList();
    }

    @Override
    public String describe(long origin) {
        return "table " + options.table() + ", id " + origin;
    }

    @Override
    public Optional<RecordPlace> place(long origin) {
        if (options.byTime()) {
            return Optional.empty();
        }
        return Optional.of(new RecordPlace(options.splitId((int) (origin % options.splits())), origin));
    }

    @Override
    public void close() {
        if (fetcher != null) {
            fetcher.close();
        }
        if (running != null) {
            running.wake();
        }
    }
}

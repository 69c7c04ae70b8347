package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.stream.IntStream;

/** The splits of a table: as many as the description says. */
final class TableSplits<T> implements SplitEnumerator {
    private final ReadOptions<T> options;
    private final Session session;

    TableSplits(ReadOptions<T> options, Environment environment) {
        this.options = options;
        session = new Session(
                DatabaseConnections.of(environment),
                options.database(),
                new SqlFaults(options.database().place(), options.table(), Remedy.RESTART_FROM_CHECKPOINT));
    }

    @Override
    public List<Split> firstSplits() {
        check();
        return IntStream.range(0, options.splits())
                .mapToObj(i -> new Split(options.splitId(i), RowPosition.text(null)))
                .toList();
    }

    @Override
    public void verify(List<Split> restored) {
        for (Split split : restored) {
            number(options, split);
        }
        check();
    }

    /** The number of a split, if this source can have written it. */
    static int number(ReadOptions<?> options, Split split) {
        int number = IntStream.range(0, options.splits())
                .filter(i -> options.splitId(i).equals(split.id()))
                .findFirst()
                .orElse(-1);
        if (number < 0) {
            throw new StaunchException(
                    options.description() + ": the checkpoint has split '" + split.id()
                            + "', and this source is read as "
                            + options.splits() + " splits, of which '" + options.splitId(0)
                            + "' is the first: the number of splits and the name of the table stay for the life of a job",
                    Remedy.FAIL_JOB);
        }
        if (RowPosition.of(split, options.byTime()) == null) {
            throw new StaunchException(
                    options.description() + ": split '" + split.id() + "' has the position '" + split.position()
                            + "', which is none of rows that are read by " + (options.byTime() ? "time and id" : "id")
                            + ": another source or a newer version has written it",
                    Remedy.FAIL_JOB);
        }
        return number;
    }

    private void check() {
        try {
            session.inTransaction("the look at the table", connection -> {
                new RowQuery<>(options).check(connection);
                return options;
            });
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<Split> discover(List<String> known) {
        return List.of();
    }

    @Override
    public void close() {
        session.close();
    }
}

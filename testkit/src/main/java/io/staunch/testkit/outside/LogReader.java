package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.RecordPlace;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads committed records in pieces of any size. Owned by the task's worker. */
final class LogReader<T> implements SourceReader<T> {
    private static final int OFFSET_BITS = 32;

    private final Class<T> type;
    private final boolean ends;
    private final boolean deletes;
    private final LogClients clients;
    private final List<Place> places = new ArrayList<>();
    private final List<LogRecord> found = new ArrayList<>();
    private int turn;

    /** A partition and where to go on. */
    private static final class Place {
        private final LogPartition partition;
        private final String id;
        private long offset;
        private boolean paused;

        Place(LogPartition partition, long offset) {
            this.partition = partition;
            this.id = LogPosition.split(partition, offset).id();
            this.offset = offset;
        }
    }

    /** @param deletes whether what was read is gone, for everybody; then it reads what is there */
    LogReader(Class<T> type, boolean ends, boolean deletes, LogClients clients) {
        this.type = type;
        this.ends = ends;
        this.deletes = deletes;
        this.clients = clients;
    }

    @Override
    public void add(List<Split> splits) {
        for (Split split : splits) {
            LogPosition position = LogPosition.of(split);
            LogPartition partition = clients.log().partition(position.topic(), position.partition());
            if (places.stream().anyMatch(p -> p.partition == partition)) {
                throw new IllegalStateException(split + " is read already");
            }
            places.add(new Place(partition, position.offset()));
        }
    }

    @Override
    public int poll(SourceOutput<T> out, int most) {
        clients.process().requireAlive();
        if (places.isEmpty() || clients.log().untilBack() > 0) {
            return 0;
        }
        turn = (turn + 1) % places.size();
        for (int tries = 1; places.get(turn).paused; tries++) {
            if (tries == places.size()) {
                return 0;
            }
            turn = (turn + 1) % places.size();
        }
        Place place = places.get(turn);
        if (deletes) {
            place.offset = Math.max(place.offset, place.partition.start());
        }
        if (place.offset < place.partition.start()) {
            throw new StaunchException(
                    place.partition + " does not have offset " + place.offset + " any more: its records were deleted",
                    Remedy.FAIL_JOB);
        }
        out.split(place.id);
        long next =
                place.partition.read(place.offset, true, (int) clients.chance().skewed(1, most), found);
        for (LogRecord record : found) {
            out.emit(type.cast(record.value()), record.timestampMs(), ((long) turn << OFFSET_BITS) | record.offset());
        }
        int emitted = found.size();
        place.offset = next;
        found.clear();
        if (deletes) {
            place.partition.expire(next);
        }
        return emitted;
    }

    @Override
    public boolean finished() {
        return ends && places.stream().allMatch(place -> place.partition.readToItsLast(place.offset));
    }

    @Override
    public void pause(Set<String> splits) {
        places.forEach(place -> place.paused = splits.contains(place.id));
    }

    @Override
    public List<Split> positions() {
        return places.stream()
                .map(p -> LogPosition.split(p.partition, p.offset))
                .toList();
    }

    @Override
    public OptionalLong lag() {
        return OptionalLong.of(places.stream()
                .mapToLong(p -> Math.max(0, p.partition.stableEnd() - p.offset))
                .sum());
    }

    @Override
    public String describe(long origin) {
        Place place = places.get((int) (origin >>> OFFSET_BITS));
        return "simulated " + place.partition.name() + ", offset " + (origin & 0xFFFFFFFFL);
    }

    @Override
    public Optional<RecordPlace> place(long origin) {
        Place place = places.get((int) (origin >>> OFFSET_BITS));
        return Optional.of(new RecordPlace(place.partition.name(), origin & 0xFFFFFFFFL));
    }

    @Override
    public void close() {}
}

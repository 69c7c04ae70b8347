package io.staunch.runtime.enrich;

import io.staunch.protocol.time.Watermark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records in flight and the watermarks among them, in the order in which they came. A watermark goes on when all records before it have. Owned
 * by the task's worker.
 */
final class FlightQueue {
    /** The records between two watermarks. */
    static final class Segment {
        private final LinkedHashSet<Flight> flights = new LinkedHashSet<>();
        private final ArrayDeque<Flight> done = new ArrayDeque<>();
        private @Nullable Watermark end;
    }

    private final boolean ordered;
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private int size;

    /** @param ordered whether records go on in the order in which they came; else each as soon as it can, but not across a watermark */
    FlightQueue(boolean ordered) {
        this.ordered = ordered;
        segments.add(new Segment());
    }

    /** How many records there are. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0 && segments.size() == 1;
    }

    void add(Flight flight) {
        Segment last = segments.getLast();
        last.flights.add(flight);
        flight.segment = last;
        size++;
    }

    /** Comes behind all records so far. Of several with no record between them only the last one matters. */
    void add(Watermark watermark) {
        Segment last = segments.getLast();
        if (last.flights.isEmpty() && segments.size() > 1) {
            segments.removeLast();
            segments.getLast().end = watermark;
            segments.add(last);
        } else {
            last.end = watermark;
            segments.add(new Segment());
        }
    }

    /** It is known what goes on for a record. */
    void done(Flight flight) {
        Segment segment = flight.segment;
        if (!ordered && segment != null) {
            segment.done.add(flight);
        }
    }

    /** Takes the next record or watermark that can go on; null if there is none. */
    @Nullable
    Object next() {
        Segment first = segments.getFirst();
        Flight flight = ordered ? head(first) : first.done.poll();
        if (flight != null) {
            first.flights.remove(flight);
            size--;
            return flight;
        }
        Watermark end = first.end;
        if (end != null && first.flights.isEmpty()) {
            segments.removeFirst();
            return end;
        }
        return null;
    }

    private static @Nullable Flight head(Segment segment) {
        if (segment.flights.isEmpty()) {
            return null;
        }
        Flight head = segment.flights.iterator().next();
        return head.outcome() == null ? null : head;
    }

    /** All records, in the order in which they came. */
    List<Flight> all() {
        List<Flight> all = new ArrayList<>(size);
        segments.forEach(segment -> all.addAll(segment.flights));
        return all;
    }
}

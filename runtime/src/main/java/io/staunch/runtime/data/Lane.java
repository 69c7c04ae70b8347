package io.staunch.runtime.data;

import io.staunch.protocol.time.Watermark;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A task's end of a channel: the batch being filled, and what found no room in the ring yet. Owned by the sending task's worker.
 *
 * <p>What finds no room is what the record at hand has become, however much that is: it waits in full batches, since a batch takes its memory
 * for however few records. Small ones would keep no barrier from waiting: it comes behind all of it.
 */
public final class Lane {
    private final Channel channel;
    private final Outbox outbox;
    private final ArrayDeque<Object> pending = new ArrayDeque<>();
    private @Nullable Batch open;
    private int full = Batch.CAPACITY;
    private @Nullable Watermark waiting;
    private boolean idle;

    Lane(Channel channel, Outbox outbox) {
        this.channel = channel;
        this.outbox = outbox;
    }

    /** Adds a record; the batch is sent when it is full. */
    public void append(Object value, long timestamp, long origin) {
        Batch batch = open == null ? begin() : open;
        int at = batch.size;
        batch.values[at] = value;
        batch.timestamps[at] = timestamp;
        batch.origins[at] = origin;
        advance(batch, at);
    }

    /** Adds a record with the hash of its primitive key. */
    public void append(Object value, long timestamp, long origin, long hash) {
        Batch batch = open == null ? begin() : open;
        int at = batch.size;
        batch.values[at] = value;
        batch.timestamps[at] = timestamp;
        batch.origins[at] = origin;
        batch.hashes[at] = hash;
        advance(batch, at);
    }

    /** Adds a record with its key and the key's hash. */
    public void append(Object value, long timestamp, long origin, long hash, Object key) {
        Batch batch = open == null ? begin() : open;
        int at = batch.size;
        batch.values[at] = value;
        batch.timestamps[at] = timestamp;
        batch.origins[at] = origin;
        batch.hashes[at] = hash;
        batch.keys[at] = key;
        advance(batch, at);
    }

    /**
     * How far event time has come behind everything appended so far. It goes with the batch being filled, behind all of its records, and only
     * the last one of several does: what comes late makes nothing late. But that an idle stream goes on is told before its records.
     */
    public void watermark(Watermark watermark) {
        waiting = watermark;
        boolean goesOn = idle && !watermark.idle();
        idle = watermark.idle();
        if (goesOn) {
            flush();
        }
    }

    /** Sends the batch being filled, if it has records, and the watermark. */
    void flush() {
        Batch batch = open;
        if (batch != null && batch.size > 0) {
            open = null;
            close(batch);
        } else if (waiting != null) {
            Watermark watermark = waiting;
            waiting = null;
            send(watermark);
        }
    }

    private void close(Batch batch) {
        batch.watermark = waiting;
        waiting = null;
        send(batch);
    }

    /** Sends a barrier behind everything appended so far. */
    void barrier(Barrier barrier) {
        flush();
        send(barrier);
    }

    /** Tries to send what found no room. Returns whether all of it is sent. */
    boolean drain() {
        if (pending.isEmpty()) {
            return true;
        }
        for (Object event = pending.peek(); event != null; event = pending.peek()) {
            if (!channel.offer(event)) {
                return false;
            }
            pending.remove();
        }
        resize();
        return pending.isEmpty();
    }

    /** The batch being filled was begun as a full one: no more records are to come into it than into others. */
    private void resize() {
        Batch batch = open;
        if (batch == null) {
            return;
        }
        full = channel.batchSize();
        if (batch.size >= full) {
            flush();
        }
    }

    private Batch begin() {
        Batch batch = channel.take();
        full = pending.isEmpty() ? channel.batchSize() : Batch.CAPACITY;
        open = batch;
        return batch;
    }

    private void advance(Batch batch, int at) {
        batch.size = at + 1;
        if (at + 1 == full) {
            open = null;
            close(batch);
        }
    }

    private void send(Object event) {
        if (!pending.isEmpty() || !channel.offer(event)) {
            pending.add(event);
            outbox.block();
        }
    }
}

package io.staunch.runtime.data;

import io.staunch.environment.Environment;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded ring from one task to one other agent: batches, watermarks that go without one, and barriers, in order. One thread sends, one receives; the rings and the size of
 * batches are the only things they share.
 */
public final class Channel {
    private final SpscArrayQueue<Object> ring;
    private final SpscArrayQueue<Batch> free;
    private final Batch.Layout layout;
    private final BatchSize batchSize;
    private final Environment environment;
    private final Runnable wakeReceiver;
    private final Runnable wakeSender;

    /**
     * @param capacity how many batches may be on their way
     * @param wakeReceiver called by the sender when it has sent something
     * @param wakeSender called by the receiver when it has made room in a full ring
     */
    public Channel(
            Batch.Layout layout, int capacity, Runnable wakeReceiver, Runnable wakeSender, Environment environment) {
        this.layout = layout;
        this.batchSize = new BatchSize(capacity);
        this.environment = environment;
        this.ring = new SpscArrayQueue<>(capacity);
        this.free = new SpscArrayQueue<>(capacity + 2);
        this.wakeReceiver = wakeReceiver;
        this.wakeSender = wakeSender;
    }

    /** Sender: an empty batch. */
    Batch take() {
        Batch batch = free.poll();
        return batch == null ? new Batch(layout) : batch;
    }

    /** Sender: how many records it should put into the next batch. */
    int batchSize() {
        return batchSize.get();
    }

    /** Sender: sends a batch, a watermark or a barrier. Returns whether there was room. */
    boolean offer(Object event) {
        boolean sent = ring.offer(event);
        if (sent) {
            wakeReceiver.run();
        }
        return sent;
    }

    /** Receiver: the next batch, watermark or barrier, or null if there is none now. */
    public @Nullable Object poll() {
        Object event = ring.poll();
        if (event instanceof Batch batch) {
            batchSize.taken(batch.size, !ring.isEmpty(), environment.nanoTime());
        } else if (event != null) {
            batchSize.interrupted();
        }
        return event;
    }

    /** Receiver: whether a barrier is next. */
    public boolean barrierIsNext() {
        return ring.peek() instanceof Barrier;
    }

    /** Receiver: whether nothing is on its way. */
    public boolean isEmpty() {
        return ring.isEmpty();
    }

    /** Receiver: gives back a batch that was read. */
    public void recycle(Batch batch) {
        batch.clear();
        free.offer(batch);
        wakeSender.run();
    }
}

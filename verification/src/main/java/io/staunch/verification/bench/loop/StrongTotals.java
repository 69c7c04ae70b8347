package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.CountedEvents;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Result;
import io.staunch.verification.bench.run.Meter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Two numbers per key in one array. A checkpoint is what has changed, encoded between two chunks; writing it and the sync are done beside the
 * counting. Everything is written anew when the changes are as long as the state.
 */
final class StrongTotals implements Totals {
    private static final int ENTRY_BYTES = Integer.BYTES + 2 * Long.BYTES;

    private final int threads;
    private final long[] totals;
    private final long[] dirty;
    private final ByteBuffer buffer;
    private long changedBytes = Long.MAX_VALUE;
    private @Nullable FileChannel file;

    StrongTotals(int threads) {
        this.threads = threads;
        int slots = CountedEvents.KEYS / threads + 1;
        totals = new long[2 * slots];
        dirty = new long[(slots >> 6) + 1];
        buffer = ByteBuffer.allocateDirect(slots * ENTRY_BYTES);
    }

    @Override
    public void count(int from, Event[] events, int size, Meter.Lane sink) {
        for (int i = 0; i < size; i++) {
            Event event = events[i];
            int slot = (int) (event.key() / threads);
            long count = totals[2 * slot] + 1;
            long sum = totals[2 * slot + 1] + event.value();
            totals[2 * slot] = count;
            totals[2 * slot + 1] = sum;
            dirty[slot >> 6] |= 1L << slot;
            sink.add(new Result(event.key(), count, sum).checksum());
        }
    }

    @Override
    public Rest capture(Path folder, int thread, long checkpoint) {
        boolean whole = changedBytes > 2L * Long.BYTES * totals.length;
        buffer.clear();
        for (int word = 0; word < dirty.length; word++) {
            long bits = whole ? used(word) : dirty[word];
            while (bits != 0) {
                put((word << 6) + Long.numberOfTrailingZeros(bits));
                bits &= bits - 1;
            }
            dirty[word] = 0;
        }
        buffer.flip();
        changedBytes = whole ? 0 : changedBytes + buffer.remaining();
        return () -> write(whole, folder, "changes-" + thread + "-" + checkpoint);
    }

    private long used(int word) {
        long bits = 0;
        for (int slot = word << 6; slot < Math.min((word + 1) << 6, totals.length / 2); slot++) {
            if (totals[2 * slot] != 0) {
                bits |= 1L << slot;
            }
        }
        return bits;
    }

    private void put(int slot) {
        buffer.putInt(slot).putLong(totals[2 * slot]).putLong(totals[2 * slot + 1]);
    }

    private void write(boolean whole, Path folder, String name) throws IOException {
        FileChannel before = file;
        Path path = folder.resolve(name);
        if (whole || before == null) {
            file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
        Meter.bytes(buffer.remaining());
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        long begin = System.nanoTime();
        file.force(false);
        Meter.sync(System.nanoTime() - begin);
        if (before != null && before != file) {
            before.close();
            deleteOthers(folder, path);
        }
    }

    private static void deleteOthers(Path folder, Path kept) throws IOException {
        String thread = kept.getFileName().toString().replaceFirst("\\d+$", "");
        try (var files = Files.newDirectoryStream(folder, thread + "*")) {
            for (Path each : files) {
                if (!each.equals(kept)) {
                    Files.delete(each);
                }
            }
        }
    }
}

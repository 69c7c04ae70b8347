package io.staunch.verification.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * B1 as one would write it by hand for several cores: half of the threads generate and divide by key, half keep state, with arrays of
 * events handed over between them. The plain loop: one state object per key in a table that knows the key range.
 */
final class HandWrittenLoop {
    private static final int CHUNK = 1024;
    private static final KeyedCount.Event[] END = new KeyedCount.Event[0];

    private HandWrittenLoop() {}

    /** Runs with two threads per core, as many that generate as that count; returns M events/s. */
    static double run(long events, int cores) throws InterruptedException {
        List<List<ArrayBlockingQueue<KeyedCount.Event[]>>> queues = new ArrayList<>();
        for (int from = 0; from < cores; from++) {
            List<ArrayBlockingQueue<KeyedCount.Event[]>> row = new ArrayList<>();
            for (int to = 0; to < cores; to++) {
                row.add(new ArrayBlockingQueue<>(16));
            }
            queues.add(row);
        }
        var checksum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < cores; i++) {
            int number = i;
            threads.add(new Thread(() -> generate(events, number, cores, queues.get(number))));
            threads.add(new Thread(() -> count(number, cores, queues, checksum)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        return events * 1e3 / (System.nanoTime() - begin);
    }

    private static void generate(long events, int number, int cores, List<ArrayBlockingQueue<KeyedCount.Event[]>> out) {
        KeyedCount.Event[][] open = new KeyedCount.Event[cores][CHUNK];
        int[] size = new int[cores];
        for (long n = number; n < events; n += cores) {
            var event = new KeyedCount.Event(KeyedCount.key(n), n, n & 1023);
            int to = (int) (event.key() % cores);
            open[to][size[to]++] = event;
            if (size[to] == CHUNK) {
                put(out.get(to), open[to]);
                open[to] = new KeyedCount.Event[CHUNK];
                size[to] = 0;
            }
        }
        for (int to = 0; to < cores; to++) {
            put(out.get(to), java.util.Arrays.copyOf(open[to], size[to]));
            put(out.get(to), END);
        }
    }

    private static void count(
            int number, int cores, List<List<ArrayBlockingQueue<KeyedCount.Event[]>>> queues, AtomicLong checksum) {
        KeyedCount.Total[] totals = new KeyedCount.Total[KeyedCount.KEYS / cores + 1];
        long sum = 0;
        int open = cores;
        boolean[] ended = new boolean[cores];
        while (open > 0) {
            for (int from = 0; from < cores; from++) {
                if (ended[from]) {
                    continue;
                }
                KeyedCount.Event[] chunk = queues.get(from).get(number).poll();
                if (chunk == null) {
                    Thread.onSpinWait();
                } else if (chunk.length == 0) {
                    ended[from] = true;
                    open--;
                } else {
                    sum += count(chunk, totals, cores);
                }
            }
        }
        checksum.addAndGet(sum);
    }

    private static long count(KeyedCount.Event[] chunk, KeyedCount.Total[] totals, int cores) {
        long sum = 0;
        for (KeyedCount.Event event : chunk) {
            int slot = (int) (event.key() / cores);
            KeyedCount.Total before = totals[slot];
            KeyedCount.Total after = before == null ? new KeyedCount.Total(1, event.value()) : before.plus(event);
            totals[slot] = after;
            sum += new KeyedCount.Result(event.key(), after.count(), after.sum()).checksum();
        }
        return sum;
    }

    private static void put(ArrayBlockingQueue<KeyedCount.Event[]> queue, KeyedCount.Event[] chunk) {
        try {
            queue.put(chunk);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the benchmark was interrupted", e);
        }
    }
}

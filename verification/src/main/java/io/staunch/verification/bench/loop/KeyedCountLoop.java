package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.Feed;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/**
 * B1 by hand for several cores: half of the threads generate and divide by key, half keep state, with arrays of events handed over between
 * them by blocking queues. The loop knows the key range, so it needs no hash table. Barriers go through the queues; a counting thread goes
 * on when it has them all and has captured its state.
 */
class KeyedCountLoop implements Contender {
    private final String words;
    private final LongFunction<Event> events;
    private final BiFunction<RunOptions, Integer, Totals> totals;

    private volatile long wanted;

    /**
     * @param events by number
     * @param totals makes the state of a counting thread, of so many
     */
    KeyedCountLoop(String words, LongFunction<Event> events, BiFunction<RunOptions, Integer, Totals> totals) {
        this.words = words;
        this.events = events;
        this.totals = totals;
    }

    /** The plain way. */
    public static final class Plain extends KeyedCountLoop {
        public Plain() {
            super(
                    "object per key in an array; checkpoint: whole synchronous copy, no sync",
                    Event::of,
                    (options, threads) -> new PlainTotals(threads));
        }
    }

    /** As well as we know how. */
    public static final class Strong extends KeyedCountLoop {
        public Strong() {
            super(
                    "two longs per key in one array; checkpoint: changes, written and synced beside the counting",
                    Event::of,
                    (options, threads) -> new StrongTotals(threads));
        }
    }

    @Override
    public String configuration(RunOptions options) {
        return 2 * options.parallelism() + " threads, " + words;
    }

    @Override
    public void run(RunOptions options) throws Exception {
        int threads = options.parallelism();
        var queues = new ArrayList<List<ArrayBlockingQueue<Chunk>>>();
        for (int from = 0; from < threads; from++) {
            List<ArrayBlockingQueue<Chunk>> row = new ArrayList<>();
            for (int to = 0; to < threads; to++) {
                row.add(new ArrayBlockingQueue<>(16));
            }
            queues.add(row);
        }
        var checkpoints = new LoopCheckpoints(threads, options.intervalMs(), next -> wanted = next);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            all.add(new Thread(() -> generate(number, queues.get(number))));
            all.add(new Thread(() -> count(number, queues, checkpoints, options)));
        }
        if (options.checkpoints()) {
            checkpoints.start();
        }
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
    }

    private void generate(int number, List<ArrayBlockingQueue<Chunk>> out) {
        int threads = out.size();
        Event[][] open = new Event[threads][Chunk.CAPACITY];
        int[] size = new int[threads];
        long done = 0;
        long sent = 0;
        while (!Feed.over()) {
            for (int i = 0; i < Chunk.CAPACITY; i++) {
                Event event = events.apply(number + done * threads);
                done++;
                int to = (int) (event.key() % threads);
                open[to][size[to]++] = event;
                if (size[to] == Chunk.CAPACITY) {
                    put(out.get(to), new Chunk(open[to], Chunk.CAPACITY, -1));
                    open[to] = new Event[Chunk.CAPACITY];
                    size[to] = 0;
                }
            }
            if (wanted != sent) {
                sent = wanted;
                flush(out, open, size, Chunk.barrier(sent));
            }
        }
        flush(out, open, size, Chunk.END);
        Feed.ended(number, done);
    }

    private static void flush(List<ArrayBlockingQueue<Chunk>> out, Event[][] open, int[] size, Chunk last) {
        for (int to = 0; to < out.size(); to++) {
            put(out.get(to), new Chunk(Arrays.copyOf(open[to], size[to]), size[to], -1));
            put(out.get(to), last);
            size[to] = 0;
        }
    }

    private void count(
            int number, List<List<ArrayBlockingQueue<Chunk>>> queues, LoopCheckpoints checkpoints, RunOptions options) {
        Totals mine = totals.apply(options, queues.size());
        Meter.Lane sink = Meter.lane();
        int ended = 0;
        int waiting = 0;
        boolean[] closed = new boolean[queues.size()];
        boolean[] aligned = new boolean[queues.size()];
        while (ended < queues.size()) {
            boolean idle = true;
            for (int from = 0; from < queues.size(); from++) {
                Chunk chunk = closed[from] || aligned[from]
                        ? null
                        : queues.get(from).get(number).poll();
                if (chunk == null) {
                    continue;
                }
                idle = false;
                if (chunk.isEnd()) {
                    closed[from] = true;
                    mine.ended(from, sink);
                    ended++;
                } else if (chunk.isBarrier()) {
                    aligned[from] = true;
                    waiting++;
                } else {
                    mine.count(from, chunk.events(), chunk.size(), sink);
                }
                if (waiting > 0 && waiting + ended == queues.size()) {
                    if (ended == 0) {
                        capture(mine, options.folder(), number, chunk.barrier(), checkpoints);
                    }
                    Arrays.fill(aligned, false);
                    waiting = 0;
                }
            }
            if (idle) {
                Thread.yield();
            }
        }
    }

    private static void capture(Totals mine, Path folder, int number, long checkpoint, LoopCheckpoints checkpoints) {
        try {
            checkpoints.captured(mine.capture(folder, number, checkpoint));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void put(ArrayBlockingQueue<Chunk> queue, Chunk chunk) {
        try {
            queue.put(chunk);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the benchmark was interrupted", e);
        }
    }
}

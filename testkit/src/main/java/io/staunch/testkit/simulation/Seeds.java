package io.staunch.testkit.simulation;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs seed after seed, on several threads, until there were enough, the time is over, or too many have failed. Each hundredth is run
 * twice, and must take the same steps. Counts, and keeps no run that passed. An immutable value.
 *
 * @param from the first seed
 * @param count how many at most
 * @param threads how many runs go on at once
 * @param within ends the campaign, when the runs under way are done; null for no limit
 */
public record Seeds(
        long from, long count, int threads, @Nullable Duration within) {
    private static final int RUN_TWICE_EVERY = 100;
    private static final int ENOUGH_FAILURES = 20;
    private static final long PROGRESS_NANOS = 5_000_000_000L;

    public Seeds {
        if (count < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "there must be at least one seed and one thread, were " + count + " and " + threads);
        }
    }

    /**
     * Each seed's own case.
     *
     * @param progress is given now and then what there is so far, without crash points
     */
    public CampaignResult cases(LongFunction<Case> cases, Consumer<CampaignResult> progress) {
        LongFunction<RunResult> twice = twice(seed -> cases.apply(seed).run(seed));
        return all(seed -> told(cases, seed, twice.apply(seed)), run -> {}, progress);
    }

    /** Also of a run that passed, and is not the same when it is run again. */
    private static RunResult told(LongFunction<Case> cases, long seed, RunResult run) {
        return run.passed() ? run : cases.apply(seed).told(run);
    }

    CampaignResult run(LongFunction<RunResult> how, Consumer<RunResult> each, Consumer<CampaignResult> progress) {
        return all(twice(how), each, progress);
    }

    private CampaignResult all(
            LongFunction<RunResult> how, Consumer<RunResult> each, Consumer<CampaignResult> progress) {
        var total = new CampaignCount(from);
        var next = new AtomicLong(from);
        long start = System.nanoTime();
        var told = new AtomicLong(start);
        inThreads(() -> {
            // Behind the largest number comes the smallest one.
            for (long seed = next.getAndIncrement(); seed - from < count; seed = next.getAndIncrement()) {
                RunResult run = carriedOut(how, seed);
                total.add(run);
                each.accept(run);
                long now = System.nanoTime();
                boolean late = within != null && now - start >= within.toNanos();
                if (late || total.failures() >= ENOUGH_FAILURES) {
                    return;
                }
                long before = told.get();
                if (now - before >= PROGRESS_NANOS && told.compareAndSet(before, now)) {
                    progress.accept(total.soFar());
                }
            }
        });
        return total.result();
    }

    private static RunResult carriedOut(LongFunction<RunResult> how, long seed) {
        try {
            return how.apply(seed);
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("the run of seed " + seed + " could not be carried out: " + e, e);
        }
    }

    private static LongFunction<RunResult> twice(LongFunction<RunResult> how) {
        return seed -> twice(how, seed);
    }

    private static RunResult twice(LongFunction<RunResult> how, long seed) {
        RunResult run = how.apply(seed);
        if (seed % RUN_TWICE_EVERY != 0) {
            return run;
        }
        RunResult again = how.apply(seed);
        return run.hash() == again.hash()
                ? run
                : run.and(
                        "the seed does not reproduce the run: something in it depends on more than the seed (threads, clocks, identity"
                                + " hash codes, shared state)");
    }

    private void inThreads(Runnable worker) {
        if (threads == 1) {
            worker.run();
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            var running = IntStream.range(0, threads)
                    .<Future<?>>mapToObj(i -> pool.submit(worker))
                    .toList();
            for (Future<?> each : running) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the campaign was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}

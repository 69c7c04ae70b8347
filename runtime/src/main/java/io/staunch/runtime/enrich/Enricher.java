package io.staunch.runtime.enrich;

import io.staunch.enrich.Enrichment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.time.Watermark;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Asks about records, a bounded number at a time, gives up calls that take too long, makes failed ones again, and says what can go on. Owned by the
 * task's worker; other threads only put answers into a queue and ring.
 *
 * <p>A record that was taken stays among {@link #inFlight} until it was given out by {@link #next}, whatever its calls do: a checkpoint that holds
 * these, and a task that takes them again, lose none.
 */
public final class Enricher {
    /** Records that may be taken beyond those that are asked about, so that a barrier behind them comes through. */
    static final int MOST_BEYOND = 65_536;

    private static final int MPSC_CHUNK = 256;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

    /** What asks. */
    @FunctionalInterface
    public interface Client {
        @Nullable
        CompletionStage<?> call(Object value) throws Exception;
    }

    /** Says what becomes of a record whose last call has failed: gives it an outcome, or throws. */
    @FunctionalInterface
    public interface LastResort {
        void failed(Flight flight, Throwable why);
    }

    private record Answer(
            Flight flight,
            int call,
            @Nullable Object answer,
            @Nullable Throwable failure) {}

    private final Enrichment<?, ?> rules;
    private final Client client;
    private final LastResort lastResort;
    private final LongSupplier nanoTime;
    private final Runnable wake;
    private final FlightQueue queue;
    private final MpscUnboundedArrayQueue<Answer> answers = new MpscUnboundedArrayQueue<>(MPSC_CHUNK);

    /** Not asked about yet. */
    private final ArrayDeque<Flight> waiting = new ArrayDeque<>();

    /** With a call under way, in the order in which their calls are given up. */
    private final LinkedHashSet<Flight> asked = new LinkedHashSet<>();

    /** Between two calls. */
    private final PriorityQueue<Flight> paused = new PriorityQueue<>((a, b) -> Long.signum(a.until - b.until));

    /**
     * @param nanoTime the monotonic clock
     * @param wake rung by any thread that brings an answer
     */
    public Enricher(
            Enrichment<?, ?> rules, Client client, LastResort lastResort, LongSupplier nanoTime, Runnable wake) {
        this.rules = rules;
        this.client = client;
        this.lastResort = lastResort;
        this.nanoTime = nanoTime;
        this.wake = wake;
        this.queue = new FlightQueue(rules.ordered());
    }

    /** How long it takes at most until a record that is asked about can go on: all its calls without an answer, and the pauses between them. */
    public static long longestNanos(Enrichment<?, ?> rules) {
        long sum = (rules.retries() + 1) * rules.timeout().toNanos();
        for (int calls = 1; calls <= rules.retries(); calls++) {
            sum += pauseNanos(rules, calls);
        }
        return sum;
    }

    /**
     * How many records may be added.
     *
     * @param beyond whether also some that can't be asked about yet
     */
    public int room(boolean beyond) {
        return Math.max(0, rules.inFlight() + (beyond ? MOST_BEYOND : 0) - queue.size());
    }

    /** Whether there are records that nobody was asked about yet. */
    public boolean waiting() {
        return !waiting.isEmpty();
    }

    /** Whether everything that was taken has been given out. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** A record is taken; it is asked about when there is room. */
    public void add(Object value, long timestamp, long origin) {
        var flight = new Flight(value, timestamp, origin);
        queue.add(flight);
        waiting.add(flight);
    }

    /** Goes on behind all records so far. */
    public void add(Watermark watermark) {
        queue.add(watermark);
    }

    /** All records that were taken and not given out, in the order in which they came. */
    public List<Flight> inFlight() {
        return queue.all();
    }

    /** Takes the answers that have come, gives up calls that take too long, and makes those again whose pause is over. Returns whether there was any of these. */
    public boolean step() {
        boolean worked = false;
        for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
            take(answer);
            worked = true;
        }
        if (asked.isEmpty() && paused.isEmpty()) {
            return worked;
        }
        long now = nanoTime.getAsLong();
        while (!asked.isEmpty()) {
            Flight oldest = asked.iterator().next();
            if (now - oldest.until < 0) {
                break;
            }
            worked = true;
            cancel(oldest);
            failed(oldest, new TimeoutException("there was no answer within " + rules.timeout()));
        }
        for (Flight due = paused.peek(); due != null && now - due.until >= 0; due = paused.peek()) {
            worked = true;
            paused.remove();
            call(due);
        }
        return worked;
    }

    /** Asks about records for which there is room. */
    public void ask() {
        while (!waiting.isEmpty() && queue.size() - waiting.size() < rules.inFlight()) {
            call(waiting.remove());
        }
    }

    /** Takes the next {@link Flight} or {@link Watermark} that goes on; null if there is none. */
    public @Nullable Object next() {
        return queue.next();
    }

    /** Cancels all calls. Answers that come later are dropped. */
    public void close() {
        List<Flight> open = List.copyOf(asked);
        asked.clear();
        open.forEach(Enricher::cancel);
    }

    private void call(Flight flight) {
        int number = ++flight.calls;
        CompletionStage<?> stage;
        try {
            stage = client.call(flight.value());
            if (stage == null) {
                throw new StaunchException("the function gave null instead of a stage", Remedy.RESTART_FROM_CHECKPOINT);
            }
        } catch (Throwable e) {
            failed(flight, e);
            return;
        }
        flight.call = stage;
        flight.until = nanoTime.getAsLong() + rules.timeout().toNanos();
        asked.add(flight);
        stage.whenComplete((answer, failure) -> {
            answers.offer(new Answer(flight, number, answer, failure));
            wake.run();
        });
    }

    private void take(Answer answer) {
        Flight flight = answer.flight();
        if (answer.call() != flight.calls || !asked.remove(flight)) {
            return; // it was given up, and another call or outcome is in its place
        }
        flight.call = null;
        if (answer.failure() != null) {
            failed(flight, cause(answer.failure()));
        } else if (answer.answer() == null) {
            failed(flight, new StaunchException("the answer was null", Remedy.RESTART_FROM_CHECKPOINT));
        } else {
            flight.answer(answer.answer());
            queue.done(flight);
        }
    }

    private void failed(Flight flight, Throwable why) {
        asked.remove(flight);
        flight.call = null;
        if (flight.calls <= rules.retries() && !(why instanceof Error)) {
            flight.until = nanoTime.getAsLong() + pauseNanos(rules, flight.calls);
            paused.add(flight);
        } else {
            lastResort.failed(flight, why);
            queue.done(flight);
        }
    }

    private static long pauseNanos(Enrichment<?, ?> rules, int calls) {
        long first = rules.pause().toNanos();
        long most = Math.max(first, LONGEST_PAUSE_NANOS);
        long pause = first;
        for (int i = 1; i < calls && pause < most; i++) {
            pause *= 2;
        }
        return Math.min(pause, most);
    }

    /** Nobody waits for the answer any more; a stage that can't be told so brings it in vain. */
    private static void cancel(Flight flight) {
        CompletionStage<?> stage = flight.call;
        flight.call = null;
        if (stage instanceof Future<?> future) {
            try {
                future.cancel(true);
            } catch (UnsupportedOperationException e) {
                // a view of a future that lets nobody cancel it
            }
        }
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}

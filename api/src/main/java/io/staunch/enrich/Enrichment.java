package io.staunch.enrich;

import io.staunch.function.CallFunction;
import io.staunch.function.FallbackFunction;
import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How records are sent on with the answers of another system: what is asked, how many records may be in flight, and what a missing answer means. An
 * immutable value. Unless said otherwise a call has 10 seconds, is made once, up to 100 records are in flight in each task, and a failed call fails the job.
 *
 * @param ordered whether answers go on in the order of their records; else in the order in which they come, but never across a watermark
 * @param type class of the records, which checkpoints restore
 * @param client opens what a task asks
 * @param timeout of one call
 * @param retries how many more calls there may be about a record
 * @param pause before the first of them; twice as long before each following one, but at most a minute or this if it is longer
 * @param inFlight most records of a task that are asked about and not sent on yet
 * @param onFailed what becomes of a record whose last call has failed
 * @param <I> records in
 * @param <R> answers, which are the records out
 */
public record Enrichment<I, R>(
        boolean ordered,
        Class<I> type,
        AsyncClientFactory<I, R> client,
        Duration timeout,
        int retries,
        Duration pause,
        int inFlight,
        OnFailedCall onFailed)
        implements Serializable {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int MOST_RETRIES = 1_000;
    private static final int MOST_IN_FLIGHT = 10_000;

    public Enrichment {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(onFailed, "onFailed");
    }

    /** Answers in the order of their records. A slow answer holds up those behind it. */
    public static <I, R> Enrichment<I, R> ordered(Class<I> type, CallFunction<? super I, R> function) {
        return with(true, type, function);
    }

    /** Answers as they come: sooner, in no order between two watermarks. */
    public static <I, R> Enrichment<I, R> unordered(Class<I> type, CallFunction<? super I, R> function) {
        return with(false, type, function);
    }

    /** The same with a client that each task opens and closes. */
    public static <I, R> Enrichment<I, R> orderedBy(Class<I> type, AsyncClientFactory<I, R> client) {
        return of(true, type, client);
    }

    /** The same with a client that each task opens and closes. */
    public static <I, R> Enrichment<I, R> unorderedBy(Class<I> type, AsyncClientFactory<I, R> client) {
        return of(false, type, client);
    }

    private static <I, R> Enrichment<I, R> with(boolean ordered, Class<I> type, CallFunction<? super I, R> function) {
        Objects.requireNonNull(function, "function");
        return of(ordered, type, context -> function::call);
    }

    private static <I, R> Enrichment<I, R> of(boolean ordered, Class<I> type, AsyncClientFactory<I, R> client) {
        return new Enrichment<>(
                ordered, type, client, Duration.ofSeconds(10), 0, Duration.ZERO, 100, new OnFailedCall.Fail());
    }

    /** A call that has no answer after this time has failed, and an answer that comes later is dropped. Whole milliseconds. */
    public Enrichment<I, R> timeout(Duration ofCall) {
        return new Enrichment<>(ordered, type, client, ofCall, retries, pause, inFlight, onFailed);
    }

    /**
     * A failed call is made again.
     *
     * @param times how many more calls at most
     * @param after pause before the first of them, doubled for each following one up to a minute; whole milliseconds
     */
    public Enrichment<I, R> retry(int times, Duration after) {
        return new Enrichment<>(ordered, type, client, timeout, times, after, inFlight, onFailed);
    }

    /** How many records of a task may be asked about and not sent on yet. With that many, the task takes no more. */
    public Enrichment<I, R> inFlight(int most) {
        return new Enrichment<>(ordered, type, client, timeout, retries, pause, most, onFailed);
    }

    /** A record whose last call has failed goes to a side output of the result, which has to be read, instead of failing the job. */
    public Enrichment<I, R> failedTo(SideOutput<FailedCall<I>> output) {
        return new Enrichment<>(
                ordered, type, client, timeout, retries, pause, inFlight, new OnFailedCall.Give(output));
    }

    /** The function's result takes the place of the answer that did not come, instead of failing the job. */
    public Enrichment<I, R> otherwise(FallbackFunction<? super I, ? extends R> function) {
        return new Enrichment<>(
                ordered, type, client, timeout, retries, pause, inFlight, new OnFailedCall.Use(function));
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (timeout.isZero() || !sensible(timeout)) {
            problems.add("the timeout must be whole milliseconds, from 1 ms to a day, was " + timeout);
        }
        if (!sensible(pause)) {
            problems.add("the pause between calls must be whole milliseconds, from none to a day, was " + pause);
        }
        if (retries < 0 || retries > MOST_RETRIES) {
            problems.add("a call is retried from 0 to " + MOST_RETRIES + " times, was " + retries);
        }
        if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
            problems.add("from 1 to " + MOST_IN_FLIGHT + " records may be in flight, was " + inFlight);
        }
        return List.copyOf(problems);
    }

    private static boolean sensible(Duration value) {
        return !value.isNegative() && value.compareTo(LONGEST) <= 0 && value.getNano() % 1_000_000 == 0;
    }
}

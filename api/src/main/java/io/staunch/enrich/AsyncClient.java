package io.staunch.enrich;

import java.util.concurrent.CompletionStage;

/**
 * What a task of an enrichment asks. One for each task and each start of it, made by an {@link AsyncClientFactory}; all calls come from the task's
 * worker.
 *
 * @param <I> records in
 * @param <R> answers
 */
@FunctionalInterface
public interface AsyncClient<I, R> extends AutoCloseable {
    /**
     * Asks about a record and returns at once, since a worker that waits holds up all its tasks. The answer may come on any thread, or be there
     * already; an answer of null, and what is thrown here, count as a failed call. Must be repeatable: a record is asked about again when a call has failed, and
     * after a restart if it was in flight.
     */
    CompletionStage<R> call(I value) throws Exception;

    /** Lets go of connections. Called once, when the task ends; calls in flight were cancelled then, where their stages are futures. */
    @Override
    default void close() {}
}

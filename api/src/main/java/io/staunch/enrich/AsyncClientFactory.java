package io.staunch.enrich;

import java.io.Serializable;

/** Opens a task's client. Called on the task's worker before its first record, once for each task and start. */
@FunctionalInterface
public interface AsyncClientFactory<I, R> extends Serializable {
    AsyncClient<I, R> open(CallContext context) throws Exception;
}

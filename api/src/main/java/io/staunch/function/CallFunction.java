package io.staunch.function;

import java.io.Serializable;
import java.util.concurrent.CompletionStage;

/** Asks another system about a record. Returns at once; the answer comes later, on any thread. */
@FunctionalInterface
public interface CallFunction<T, R> extends Serializable {
    CompletionStage<R> call(T value) throws Exception;
}

package io.staunch.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Makes one record of two. */
@FunctionalInterface
public interface JoinFunction<L, R extends @Nullable Object, O> extends Serializable {
    O join(L left, R right) throws Exception;
}

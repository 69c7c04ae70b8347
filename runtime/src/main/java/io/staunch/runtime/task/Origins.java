package io.staunch.runtime.task;

import io.staunch.protocol.refused.SourcePlace;
import org.jspecify.annotations.Nullable;

/** Knows of origins, which are of one execution, the places that last. */
public interface Origins {
    /** A record's place; null if it has none that lasts. Any thread that the record has come to. */
    @Nullable
    SourcePlace locate(long origin);

    /** The origin in this execution of a record that the restored checkpoint has in flight. Only before the execution starts. */
    long restored(SourcePlace place);
}

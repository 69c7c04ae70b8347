package io.staunch.testkit.simulation;

import io.staunch.Settings;
import io.staunch.function.KeyFunction;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One simulated outside system in one run: it has given the world its ports, outlives every process, and can be fed and looked at as
 * somebody who has nothing to do with the job would. Owned by the thread that runs the world.
 */
public interface Outside {
    /** Whether that source reads from here. */
    boolean feeds(Source<?> source);

    /** Makes records available to the source: some at once, others with {@link #goOn}. Called before the first process starts. */
    void feed(Source<?> source, List<Fed> records);

    /** Whether that sink writes to here. */
    boolean captures(Sink<?> sink);

    /** A reader of the committed output of a sink, from its beginning. */
    Capture capture(Sink<?> sink);

    /**
     * A source of this outside for one that no outside knows, which keeps what the pipeline knows of that one beside its records: side
     * outputs, offer. Empty if this outside stands in for none.
     *
     * @param name of the source in the pipeline
     */
    default Optional<Source<?>> standInFor(String name, Source<?> unknown) {
        return Optional.empty();
    }

    /**
     * A sink of this outside for one that no outside knows, in the same template and with the same offer, so that the whole is judged as it
     * would be with that one. Empty if this outside stands in for none, or not for this template.
     *
     * @param name of the sink in the pipeline
     * @param key of a record, or null for none; records with an equal key keep their order
     */
    default Optional<Sink<?>> standInFor(String name, Sink<?> unknown, KeyFunction<Object, @Nullable Object> key) {
        return Optional.empty();
    }

    /** Whether sources look for more here by time alone, so that it must pass for them to see what was fed. */
    default boolean isLookedAtByTime() {
        return false;
    }

    /**
     * A job has ended with an error. Whoever runs it reads that, and may have something done about it before later processes start.
     *
     * @param last whether no other process of the job is left
     * @return whether it is an error that is to be expected here for now: else no job may fail for long once faults are over
     */
    default boolean settles(Throwable failure, boolean last) {
        return false;
    }

    /** What whoever runs the job says to a process that starts now, beside what was chosen for it. */
    default Settings settings(Settings chosen) {
        return chosen;
    }

    /** Called every few steps of the world: what happens outside while the job runs. */
    void goOn();

    /** Ends the faults of its own, for the liveness phase. */
    void calm();

    /** The run is over: lets go of what is more than memory of its own. */
    default void close() {}

    /**
     * A record to be fed.
     *
     * @param lane records with an equal lane keep their order and share a partition
     * @param value encoded as the source wants it; text and bytes as they are
     */
    record Fed(Object lane, Object value) {}
}

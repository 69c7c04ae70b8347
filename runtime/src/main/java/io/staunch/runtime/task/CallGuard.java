package io.staunch.runtime.task;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Watches over what users' functions do with a task's ways out. Records are emitted on the task's own thread only, and what fails behind a
 * way out fails the task even if a function swallows it: else records would be lost without a word. One for each task.
 *
 * <p>Other threads are not meant to come here; if one does, all it can do is leave a failure, which the task sees at its next look. A
 * checkpoint is captured only after such a look.
 */
final class CallGuard {
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private @Nullable Thread owner;

    /** The task's thread begins a step. */
    void enter() {
        owner = Thread.currentThread();
        check();
    }

    /** A function emits a record. */
    void emitting(String operator) {
        if (Thread.currentThread() != owner) {
            throw note(new OperatorFailure(
                    operator,
                    new IllegalStateException("the function emitted from thread '"
                            + Thread.currentThread().getName()
                            + "': emit on the thread that calls the function, before the call returns")));
        }
        check();
    }

    /** Something failed behind a way out. Returns it, to be thrown. */
    <E extends Throwable> E note(E why) {
        failure.compareAndSet(null, why);
        return why;
    }

    /** Throws what has failed first. */
    void check() {
        Throwable first = failure.getOpaque();
        if (first instanceof RuntimeException e) {
            throw e;
        }
        if (first instanceof Error e) {
            throw e;
        }
    }
}

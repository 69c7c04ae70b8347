package io.staunch.runtime.job;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;

/** An execution has ended since its outside has refused records, and it is known now which: the next one does not send them. */
final class NewlyRefused extends StaunchException {
    private static final long serialVersionUID = 1L;

    NewlyRefused(String message) {
        super(message, Remedy.RESTART_FROM_CHECKPOINT);
    }
}

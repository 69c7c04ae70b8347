package io.staunch.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Any error of a job. The message names what failed, on which thing, what was expected and found, and what happens next. */
public class StaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Remedy remedy;

    public StaunchException(String message, Remedy remedy) {
        this(message, remedy, null);
    }

    public StaunchException(String message, Remedy remedy, @Nullable Throwable cause) {
        super(message, cause);
        this.remedy = Objects.requireNonNull(remedy, "remedy");
    }

    /** What the job does about it. */
    public Remedy remedy() {
        return remedy;
    }
}

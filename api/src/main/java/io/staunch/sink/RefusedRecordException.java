package io.staunch.sink;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outside does not take the record of this call, now or ever, for a reason that lies in the record: it is too large, say, or can't be
 * serialised. Not for a missing right, a missing topic or table, or an outside that does not answer. Nothing of the record was written, and
 * whoever threw can go on with the next one.
 */
public final class RefusedRecordException extends StaunchException {
    private static final long serialVersionUID = 1L;

    /** @param reason why, with what helps, and without the record's content */
    public RefusedRecordException(String reason) {
        this(reason, null);
    }

    /** @param cause only if its text can't show the record's content */
    public RefusedRecordException(String reason, @Nullable Throwable cause) {
        super(Objects.requireNonNull(reason, "reason"), Remedy.FAIL_JOB, cause);
    }

    /** Why. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}

package io.staunch.protocol.bytes;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;

/** Bytes are not what they should be: damaged, cut off, or of another format. The message names the offset and what was expected. */
public final class MalformedBytesException extends StaunchException {
    private static final long serialVersionUID = 1L;

    public MalformedBytesException(String message) {
        super(message, Remedy.FAIL_JOB);
    }

    public MalformedBytesException(String message, Throwable cause) {
        super(message, Remedy.FAIL_JOB, cause);
    }
}

package io.staunch.protocol.bytes;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;

/** How deep values of recursive types may be nested, so that neither damaged bytes nor a long chain of objects overflow the stack. */
public final class Depth {
    /** The limit. */
    public static final int LIMIT = 500;

    private Depth() {}

    static int checked(int depth) {
        if (depth > LIMIT) {
            throw new StaunchException(
                    "a value of a recursive type is nested more than " + LIMIT
                            + " levels deep: keep long chains in a List",
                    Remedy.FAIL_JOB);
        }
        return depth;
    }
}

package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.Conversion.Use;

/** Where in a type something is, for messages. */
record Place(String path, Use use) {
    /** A part of what is here. */
    Place in(String suffix) {
        return new Place(path + suffix, use);
    }

    /** A part that the parts around it are told apart by. */
    Place key(String suffix) {
        return new Place(path + suffix, Use.KEY);
    }

    /** The error for a value that is in the checkpoint and can't be any more. */
    StaunchException met(String found, String instead) {
        return new StaunchException(
                path + ": the checkpoint has a value " + found + ", which can't be any more: " + instead,
                Remedy.FAIL_JOB);
    }
}

package io.staunch.verification.matrix;

import java.io.IOException;
import java.util.concurrent.ExecutionException;

/**
 * One run of one fault.
 *
 * @param subject what it happens to
 * @param fault which one
 * @param place where in the protocol, for people
 * @param act does it
 */
record Case(Subject subject, Fault fault, String place, Act act) {
    /** What happens in a case, from the first start of the job until it may be ended. */
    @FunctionalInterface
    interface Act {
        void in(Scene scene) throws IOException, InterruptedException, ExecutionException;
    }

    @Override
    public String toString() {
        return subject.option() + ", " + fault.words() + (place.isEmpty() ? "" : ", " + place);
    }
}

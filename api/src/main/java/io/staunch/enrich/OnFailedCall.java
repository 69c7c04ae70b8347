package io.staunch.enrich;

import io.staunch.function.FallbackFunction;
import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.util.Objects;

/** What becomes of a record whose last call has failed. */
public sealed interface OnFailedCall extends Serializable {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        FAIL,
        GIVE,
        USE
    }

    Kind kind();

    /** The job fails there, and restarts as its policy says. */
    record Fail() implements OnFailedCall {
        @Override
        public Kind kind() {
            return Kind.FAIL;
        }
    }

    /** It goes to a side output, as a {@link FailedCall}. */
    record Give(SideOutput<?> output) implements OnFailedCall {
        public Give {
            Objects.requireNonNull(output, "output");
        }

        @Override
        public Kind kind() {
            return Kind.GIVE;
        }
    }

    /** A function's result takes the place of the answer. */
    record Use(FallbackFunction<?, ?> function) implements OnFailedCall {
        public Use {
            Objects.requireNonNull(function, "function");
        }

        @Override
        public Kind kind() {
            return Kind.USE;
        }
    }
}

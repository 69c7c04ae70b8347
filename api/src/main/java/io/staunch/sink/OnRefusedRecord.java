package io.staunch.sink;

import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.util.Objects;

/** What becomes of a record that a sink's outside does not take. */
public sealed interface OnRefusedRecord extends Serializable {
    /** The job stops there. */
    OnRefusedRecord FAIL = new Fail();

    /** It is passed over and counted. */
    OnRefusedRecord SKIP = new Skip();

    /** It goes to a side output of the sink. */
    static <T> OnRefusedRecord give(SideOutput<RefusedRecord<T>> output) {
        return new Give(output);
    }

    /** For the guarantee report: what it means for the records. */
    String words();

    /** The job stops there. */
    record Fail() implements OnRefusedRecord {
        @Override
        public String words() {
            return "";
        }
    }

    /** It is passed over and counted. */
    record Skip() implements OnRefusedRecord {
        @Override
        public String words() {
            return "; records that are refused are passed over and counted";
        }
    }

    /** It goes to a side output of the sink, as a {@link RefusedRecord}. */
    record Give(SideOutput<?> output) implements OnRefusedRecord {
        public Give {
            Objects.requireNonNull(output, "output");
        }

        @Override
        public String words() {
            return "; records that are refused go to side output '" + output.name() + "'";
        }
    }
}

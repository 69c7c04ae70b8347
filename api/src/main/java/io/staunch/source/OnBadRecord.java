package io.staunch.source;

import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.util.Objects;

/** What a source does with a record that can't be read. */
public sealed interface OnBadRecord extends Serializable {
    /** The job stops there. */
    OnBadRecord FAIL = new Fail();

    /** It is passed over and counted. */
    OnBadRecord SKIP = new Skip();

    /** It goes to a side output of the source. */
    static OnBadRecord give(SideOutput<BadRecord> output) {
        return new Give(output);
    }

    /** For the guarantee report: what it means for the records. */
    String words();

    /** The job stops there. */
    record Fail() implements OnBadRecord {
        @Override
        public String words() {
            return "";
        }
    }

    /** It is passed over and counted. */
    record Skip() implements OnBadRecord {
        @Override
        public String words() {
            return "; records that can't be read are passed over and counted";
        }
    }

    /** It goes to a side output. */
    record Give(SideOutput<BadRecord> output) implements OnBadRecord {
        public Give {
            Objects.requireNonNull(output, "output");
        }

        @Override
        public String words() {
            return "; records that can't be read go to side output '" + output.name() + "'";
        }
    }
}

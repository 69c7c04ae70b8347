package io.staunch.kafka;

import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import java.io.Serializable;
import java.util.Objects;

/** What a source does with a record that can't be read. */
sealed interface OnBadRecord extends Serializable {
    OnBadRecord FAIL = new Fail();
    OnBadRecord SKIP = new Skip();

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

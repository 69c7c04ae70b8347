package io.staunch.runtime.sink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.Remedy;
import io.staunch.error.StaleOwnerException;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.Codecs;
import io.staunch.sink.Interval;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.RefusedRecordsException.Refused;
import io.staunch.sink.WriteAheadConnection;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopiedIntervalTest {
    private static final String CONSENT = "start with drop(\"resource, checkpoint 7\")";

    /** Reads each interval, and refuses what it has read. */
    private record Refusing(StaunchException why) implements WriteAheadConnection<Object> {
        Refusing() {
            this(new StaunchException("column n is too narrow", Remedy.FAIL_JOB));
        }

        @Override
        public void apply(Interval<Object> interval) {
            interval.forEach(record -> {});
            throw why;
        }

        @Override
        public void close() {}
    }

    private static CopiedInterval interval(StaunchException unread) {
        return new CopiedInterval(
                List.of(() -> {
                    throw unread;
                }),
                Codecs.of(String.class),
                3,
                SinkAgents.entry(7),
                null,
                1);
    }

    @Test
    void anErrorOfTheOutsideThatNeverPassesNamesTheConsent() {
        var readable = new CopiedInterval(List.of(), Codecs.of(String.class), 3, SinkAgents.entry(7), null, 1);
        assertThatThrownBy(() -> readable.call(new Refusing()))
                .isExactlyInstanceOf(StaunchException.class)
                .hasMessageContaining("column n is too narrow. Nothing is lost")
                .hasMessageContaining(CONSENT);
    }

    /** Whoever writes records one by one may find out which one it is, and say so. */
    @Test
    void soDoesARecordThatTheOutsideRefuses() {
        var readable = new CopiedInterval(List.of(), Codecs.of(String.class), 3, SinkAgents.entry(7), null, 1);
        for (StaunchException why : List.of(
                new RefusedRecordException("it is too long"),
                new RefusedRecordsException(List.of(new Refused(0, 5, "it is too long")), null))) {
            assertThatThrownBy(() -> readable.call(new Refusing(why)))
                    .hasMessageContaining("it is too long. Nothing is lost")
                    .hasMessageContaining(CONSENT);
        }
    }

    /** Its records can't be set aside either. */
    @Test
    void aCopyThatCantBeReadIsToldAsItIs() {
        var damaged = new StaunchException("file x is damaged at offset 17", Remedy.FAIL_JOB);
        assertThatThrownBy(() -> interval(damaged).call(new Refusing()))
                .isInstanceOf(StaunchException.class)
                .hasMessage("file x is damaged at offset 17")
                .extracting(thrown -> ((StaunchException) thrown).remedy())
                .isEqualTo(Remedy.FAIL_JOB);
        var stale = new StaleOwnerException("another process has taken over");
        assertThatThrownBy(() -> interval(stale).call(new Refusing())).isSameAs(stale);
    }
}

package io.staunch.runtime.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.follower.CopyChunk;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.Interval;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An interval that is tried again and again at an outside which forgets keys. */
class KeyedCommitTest {
    private static final Duration KEPT = Duration.ofHours(24);

    private static final class Clocks extends ForwardingEnvironment {
        private Duration monotonic = Duration.ZERO;
        private Duration wall = Duration.ZERO;

        Clocks() {
            super(new LocalEnvironment());
        }

        @Override
        public long nanoTime() {
            return monotonic.toNanos();
        }

        @Override
        public long currentTimeMs() {
            return wall.toMillis();
        }
    }

    /** Takes each record, and loses the answer to all of them. */
    private final class Posts implements WriteAheadConnection<Object> {
        @Override
        public void apply(Interval<Object> interval) {
            for (Object each : interval) {
                posted.add(each);
                afterEach.run();
            }
            throw new StaunchException("no answer", Remedy.RETRY);
        }

        @Override
        public void close() {}
    }

    private final Clocks clocks = new Clocks();
    private final List<Object> posted = new ArrayList<>();
    private Runnable afterEach = () -> {};
    private final KeyedCommit commit = new KeyedCommit(interval(), KEPT, clocks);

    private static CopiedInterval interval() {
        var chunk = new CopyChunk<>(Codecs.of(String.class));
        List.of("a", "b", "c").forEach(chunk::add);
        var buffer = chunk.take();
        var bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return new CopiedInterval(List.of(() -> bytes), Codecs.of(String.class), 3, SinkAgents.entry(7), null, -1);
    }

    private void tryOnce() {
        assertThatThrownBy(() -> commit.call(new Posts())).hasMessage("no answer");
    }

    private void requireGivenUp() {
        assertThatThrownBy(() -> commit.call(new Posts()))
                .hasMessageContaining("resource remembers idempotency keys for PT24H")
                .hasMessageContaining("drop(\"resource, checkpoint 7\")")
                .hasMessageNotContaining("Nothing is lost")
                .extracting(thrown -> ((StaunchException) thrown).remedy())
                .isEqualTo(Remedy.FAIL_JOB);
    }

    @Test
    void itIsTriedAgainAsLongAsKeysAreRemembered() {
        tryOnce();
        clocks.monotonic = KEPT.minusMillis(1);
        clocks.wall = KEPT.minusMillis(1);
        tryOnce();
        assertThat(posted).containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void itIsNotTriedOnceMoreByTheMonotonicClockIfTheOtherOneWasSetBack() {
        tryOnce();
        clocks.monotonic = KEPT;
        clocks.wall = Duration.ofHours(-1);
        requireGivenUp();
        assertThat(posted).containsExactly("a", "b", "c");
    }

    /** A machine that is suspended: its monotonic clock does not go on. */
    @Test
    void itIsNotTriedOnceMoreByTheWallClockIfTheOtherOneStoodStill() {
        tryOnce();
        clocks.wall = KEPT;
        requireGivenUp();
        assertThat(posted).containsExactly("a", "b", "c");
    }

    @Test
    void aTryEndsBeforeTheRecordWhoseKeyMayBeForgotten() {
        afterEach = () -> clocks.wall = clocks.wall.plusHours(7);
        tryOnce();
        clocks.wall = Duration.ofHours(10);
        requireGivenUp();
        assertThat(posted).containsExactly("a", "b", "c", "a", "b");
    }

    /** Another process may have taken over meanwhile, and have written all of it long ago. */
    @Test
    void aProcessThatStandsStillInItsFirstTryDoesNotGoOnWithIt() {
        afterEach = () -> clocks.wall = KEPT;
        requireGivenUp();
        assertThat(posted).containsExactly("a");
    }
}

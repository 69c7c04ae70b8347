package io.staunch.examples.payouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.Interval;
import io.staunch.sink.WriteAheadSink;
import io.staunch.testkit.contract.WriteAheadContract;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every such sink does, this one over HTTP. */
class PostSinkTest extends WriteAheadContract {
    /** Of one record; a sink without a ledger asks it for nothing else. */
    private static final Interval<String> ONE = new Interval<>() {
        @Override
        public long records() {
            return 1;
        }

        @Override
        public String key() {
            return "interval";
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("a=1").iterator();
        }

        @Override
        public LedgerEntry entry() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
            throw new UnsupportedOperationException();
        }
    };

    private final Provider provider = new Provider(Integer.MAX_VALUE);

    @AfterEach
    void stop() {
        provider.close();
    }

    @Override
    protected WriteAheadSink<String> sink() {
        return new PostSink<>(provider.address(), String.class, Duration.ofDays(1), text -> text);
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected List<String> written() {
        return provider.taken();
    }

    @Test
    void aServiceThatStillWorksOnAPostIsAskedAgain() throws Exception {
        try (var slow = new Provider(1);
                var posts = new Posts<String>(slow.address(), text -> text)) {
            for (String why : List.of("has not answered", "with status 409")) {
                assertThatThrownBy(() -> posts.apply(ONE))
                        .isInstanceOfSatisfying(
                                StaunchException.class,
                                e -> assertThat(e.remedy()).isEqualTo(Remedy.RETRY))
                        .hasMessageContaining(why);
            }
            posts.apply(ONE);
            assertThat(slow.taken()).containsExactly("a=1");
            assertThat(slow.posts()).isEqualTo(3);
        }
    }
}

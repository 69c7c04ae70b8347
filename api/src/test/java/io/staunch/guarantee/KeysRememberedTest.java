package io.staunch.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeysRememberedTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private record Posts(@Nullable Duration kept) implements WriteAheadSink<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "posts";
        }

        @Override
        public Class<String> type() {
            return String.class;
        }

        @Override
        public String resource() {
            return "service";
        }

        @Override
        public Protection protection() {
            return Protection.IDEMPOTENCY_KEY;
        }

        @Override
        public Optional<Duration> keysRememberedFor() {
            return Optional.ofNullable(kept);
        }

        @Override
        public WriteAheadConnection<String> connect(WriteAheadContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private static List<Finding> look(@Nullable Duration kept, Duration outage) {
        var nothing = (Environment) Proxy.newProxyInstance(
                Environment.class.getClassLoader(), new Class<?>[] {Environment.class}, (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        return new Posts(kept).look(new LookContext("job", nothing, HOUR, HOUR, outage));
    }

    @Test
    void keysThatAreForgottenWithinTheOutageAreAPointThatHasFailed() {
        assertThat(look(HOUR, HOUR)).singleElement().satisfies(finding -> {
            assertThat(finding.sight()).isEqualTo(Sight.FAILED);
            assertThat(finding.told()).contains("remembers idempotency keys for PT1H, which is not longer than PT1H");
        });
        assertThat(look(HOUR.plusMinutes(1), HOUR)).isEmpty();
    }

    @Test
    void whereNobodySaysForHowLongThereIsNothingToHoldAgainstIt() {
        assertThat(look(null, HOUR)).isEmpty();
        assertThat(new Posts(null).offer().reason())
                .endsWith("for as long as the outside remembers each idempotency key");
        assertThat(new Posts(HOUR).offer().reason()).contains("which is PT1H");
    }
}

package io.staunch.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SameCauseTest {
    private final SameCause same = new SameCause();

    @Test
    void aFailureThatComesAgainIsCounted() {
        assertThat(same.count(refused("connection 1 refused after 20 ms"))).isEqualTo(1);
        assertThat(same.count(refused("connection 2 refused after 15 ms"))).isEqualTo(2);
        assertThat(same.count(refused("connection 3 refused after 400 ms"))).isEqualTo(3);
    }

    @Test
    void anotherOneIsNews() {
        same.count(refused("connection refused"));

        assertThat(same.count(refused("password refused"))).isEqualTo(1);
        assertThat(same.count(new IllegalStateException("the sink can't write")))
                .isEqualTo(1);
        assertThat(same.count(refused("connection refused"))).isEqualTo(1);
    }

    @Test
    void whatWasOverIsNewsWhenItComesAgain() {
        same.count(refused("connection refused"));
        same.over();

        assertThat(same.count(refused("connection refused"))).isEqualTo(1);
    }

    @Test
    void causesThatGoInACircleAreFollowedNotForEver() {
        var first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));

        assertThat(same.count(first)).isEqualTo(1);
        assertThat(same.count(first)).isEqualTo(2);
    }

    private static Exception refused(String why) {
        return new IllegalStateException("the sink can't write", new IOException(why));
    }
}

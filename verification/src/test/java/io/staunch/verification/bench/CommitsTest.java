package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.verification.bench.Commits.Commit;
import io.staunch.verification.bench.Commits.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitsTest {
    private static final long SECOND = 1_000_000;

    private static Commits at(double... seconds) {
        return new Commits(java.util.Arrays.stream(seconds)
                .mapToObj(each -> new Commit(Math.round(each * SECOND), 100))
                .toList());
    }

    @Test
    void aWindowIsFromTheFirstCommitBehindTheWarmUpToTheLastWithinTheTime() {
        Window window =
                at(10, 11, 12.5, 13, 15, 16, 17).window(2, 3, 17 * SECOND).orElseThrow();
        assertThat(window.fromMicros()).isEqualTo(12_500_000);
        assertThat(window.toMicros()).isEqualTo(15 * SECOND);
        assertThat(window.rows()).isEqualTo(200);
        assertThat(window.rate()).isEqualTo(80);
        assertThat(window.longestGapSeconds()).isEqualTo(2);
    }

    @Test
    void commitsMayBeGivenInAnyOrder() {
        assertThat(at(3, 1, 2).window(0, 9, 3 * SECOND)).isEqualTo(at(1, 2, 3).window(0, 9, 3 * SECOND));
    }

    @Test
    void lessThanTwoCommitsAreNoWindow() {
        assertThat(new Commits(List.of()).window(0, 9, 9 * SECOND)).isEmpty();
        assertThat(at(1, 2).window(1, 9, 2 * SECOND)).isEmpty();
        assertThat(at(1, 1).window(0, 9, SECOND)).isEmpty();
    }

    @Test
    void aStallInWhichTheTimeIsUpCounts() {
        Window ended = at(10, 11, 12, 13, 19, 20).window(0, 5, 20 * SECOND).orElseThrow();
        assertThat(ended.toMicros()).isEqualTo(19 * SECOND);
        assertThat(ended.rows()).isEqualTo(400);
        assertThat(ended.longestGapSeconds()).isEqualTo(6);
    }

    @Test
    void aStallThatDoesNotEndCounts() {
        Window standing = at(10, 11, 12).window(0, 5, 16 * SECOND).orElseThrow();
        assertThat(standing.toMicros()).isEqualTo(16 * SECOND);
        assertThat(standing.rows()).isEqualTo(200);
        assertThat(standing.longestGapSeconds()).isEqualTo(4);
        assertThat(at(10, 11, 12).window(0, 2, 13 * SECOND).orElseThrow().toMicros())
                .as("no longer than usual")
                .isEqualTo(12 * SECOND);
    }

    @Test
    void theLastOneCanBeLeftOut() {
        assertThat(at(2, 1, 3).withoutLast()).isEqualTo(at(1, 2));
        assertThat(new Commits(List.of()).withoutLast().rows()).isZero();
        assertThat(at(1, 2).rows()).isEqualTo(200);
    }
}

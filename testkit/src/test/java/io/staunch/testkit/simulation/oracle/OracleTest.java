package io.staunch.testkit.simulation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.oracle.Oracle.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OracleTest {
    private static final List<Output> ALL =
            List.of(at(0, "k", 1), at(0, "k", 2), at(0, "k", 3), at(1, null, 7), at(1, null, 7));

    @ParameterizedTest
    @EnumSource
    void whatComesOnceAndInOrderIsRightForEveryGuarantee(Guarantee guarantee) {
        Oracle oracle = seeing(guarantee, ALL);
        assertThat(oracle.complete()).isTrue();
        assertThat(oracle.problems()).isEmpty();
        assertThat(oracle.broken()).isNull();
        assertThat(oracle.verdict()).isEqualTo(new Verdict(5, 5, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @EnumSource
    void whatHasNotComeIsLostAndToldWithItsKey(Guarantee guarantee) {
        Oracle oracle = seeing(guarantee, ALL.subList(0, 2));
        assertThat(oracle.complete()).isFalse();
        assertThat(oracle.problems()).isEmpty();
        assertThat(oracle.verdict()).isEqualTo(new Verdict(5, 2, 3, 0, 0, 0));
        if (guarantee == Guarantee.AT_MOST_ONCE) {
            assertThat(oracle.broken()).isNull();
        } else {
            assertThat(oracle.broken()).contains("lost 3", "; first key k: '3' has not come");
        }
    }

    @Test
    void aHoleIsFoundWhenWhatIsBehindItComes() {
        Oracle oracle = seeing(Guarantee.EXACTLY_ONCE, List.of(at(0, "k", 1), at(0, "k", 3)));
        assertThat(oracle.problems())
                .containsExactly("key k, partition 0: '3' has come in the wrong place, and next must come '2'");
        assertThat(oracle.verdict()).isEqualTo(new Verdict(5, 2, 3, 0, 0, 0));
        assertThat(seeing(Guarantee.AT_MOST_ONCE, List.of(at(0, "k", 1), at(0, "k", 3)))
                        .broken())
                .isNull();
    }

    @ParameterizedTest
    @EnumSource
    void whatComesAgainIsDuplicatedAndFoundAtOnce(Guarantee guarantee) {
        Oracle oracle = seeing(guarantee, List.of(at(0, "k", 1), at(0, "k", 1), at(1, null, 7), at(1, null, 7)));
        oracle.see(at(1, null, 7));
        assertThat(oracle.verdict()).isEqualTo(new Verdict(5, 5, 2, 2, 0, 0));
        if (guarantee == Guarantee.AT_LEAST_ONCE) {
            assertThat(oracle.problems()).isEmpty();
        } else {
            assertThat(oracle.problems())
                    .containsExactly(
                            "key k, partition 0: '1' has come more often than it must, and next must come '2'",
                            "partition 1: '7' has come more often than it must");
        }
    }

    @Test
    void atLeastOnceWhatCameAgainCountsNoMoreThanThat() {
        Oracle oracle = seeing(Guarantee.AT_LEAST_ONCE, List.of(at(0, "k", 1), at(0, "k", 1)));
        ALL.forEach(oracle::see);
        assertThat(oracle.complete()).isTrue();
        assertThat(oracle.broken()).isNull();
    }

    @Test
    void whatComesBehindALaterOneIsOutOfOrder() {
        Oracle oracle = seeing(Guarantee.EXACTLY_ONCE, List.of(at(0, "k", 2), at(0, "k", 1), at(0, "k", 3)));
        assertThat(oracle.verdict()).isEqualTo(new Verdict(5, 3, 2, 0, 1, 0));
        assertThat(oracle.broken()).contains("out of order 1", "'2' has come in the wrong place");
    }

    @Test
    void whatHasNoKeyHasNoOrder() {
        var oracle = new Oracle(Expectation.of(List.of(at(0, null, 1), at(0, null, 2))), Guarantee.EXACTLY_ONCE);
        oracle.see(at(0, null, 2));
        oracle.see(at(1, null, 1));
        assertThat(oracle.complete()).isTrue();
        assertThat(oracle.broken()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void whatMustNotComeIsUnexpectedForEveryGuarantee(Guarantee guarantee) {
        Oracle oracle = seeing(guarantee, ALL);
        oracle.see(at(0, "k", 4));
        oracle.see(at(0, "other", 1));
        assertThat(oracle.verdict()).isEqualTo(new Verdict(5, 7, 0, 0, 0, 2));
        assertThat(oracle.problems())
                .containsExactly(
                        "key k, partition 0: '4' has come and must not come at all",
                        "key other, partition 0: '1' has come and must not come at all");
        assertThat(oracle.broken()).contains("unexpected 2; first key k");
    }

    @ParameterizedTest
    @EnumSource
    void aKeyIsOnOnePartition(Guarantee guarantee) {
        Oracle oracle = seeing(guarantee, List.of(at(0, "k", 1), at(2, "k", 2)));
        assertThat(oracle.problems()).containsExactly("key k is on partition 0 and on 2");
        assertThat(oracle.broken()).isNotNull();
    }

    private static Oracle seeing(Guarantee guarantee, List<Output> outputs) {
        var oracle = new Oracle(Expectation.of(ALL), guarantee);
        outputs.forEach(oracle::see);
        return oracle;
    }

    private static Output at(int partition, @Nullable String key, int value) {
        return new Output(partition, key, value);
    }
}

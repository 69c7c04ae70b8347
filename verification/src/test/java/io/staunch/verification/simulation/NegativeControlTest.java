package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.simulation.RunResult;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that misses a broken protocol proves nothing of a right one. */
class NegativeControlTest {
    private static final int RANGES = 10;
    private static final int FLIGHTS = 200;
    private static final int SEEDS = 300;

    @ParameterizedTest
    @EnumSource
    void everyBrokenProtocolIsFound(Break how) {
        Optional<RunResult> found = Controls.firstFound(Controls.broken(how), 1);
        assertThat(found).as("seeds that find " + how).isPresent();
        RunResult first = found.orElseThrow();
        System.out.println(how + " is found by seed " + first.seed() + ": "
                + first.violations().get(0));
    }

    /** What finds a broken protocol sooner must not be what fails a right one. */
    @Test
    void theRightProtocolPassesWhereCheckpointsOftenFail() {
        System.out.println(Controls.inConditions(Break.OPENED_BEFORE_DURABLE, Running.onTheLog(FLIGHTS))
                .seeds(SEEDS)
                .expectExactlyOnce());
    }

    /** Prints the rows of the table in docs/faults.md. */
    @ParameterizedTest
    @EnumSource
    @EnabledIfSystemProperty(named = "staunch.controls", matches = "full")
    void halfOfTheRangesFindEveryBrokenProtocolWithinTheirFirstThousandSeeds(Break how) {
        long[] needed = IntStream.range(0, RANGES)
                .mapToLong(range -> needed(how, 1 + (long) range * Controls.MOST_SEEDS))
                .toArray();
        long[] sorted = LongStream.of(needed).sorted().toArray();
        long median = (sorted[RANGES / 2 - 1] + sorted[RANGES / 2] + 1) / 2;
        String each = LongStream.of(needed).mapToObj(NegativeControlTest::shown).collect(Collectors.joining(", "));
        System.out.println("| `" + how + "` | " + shown(median) + " | " + each + " |");
        assertThat(median).as(how + " needs " + each).isLessThanOrEqualTo(Controls.MOST_SEEDS);
    }

    /** How many seeds it takes from that one on; one more than there are if none finds it. */
    private static long needed(Break how, long from) {
        return Controls.firstFound(Controls.broken(how), from)
                .map(run -> run.seed() - from + 1)
                .orElse(Controls.MOST_SEEDS + 1L);
    }

    private static String shown(long seeds) {
        return seeds > Controls.MOST_SEEDS ? "none" : String.valueOf(seeds);
    }
}

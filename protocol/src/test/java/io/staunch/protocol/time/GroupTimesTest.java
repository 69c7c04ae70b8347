package io.staunch.protocol.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyGroupRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupTimesTest {
    private static final int GROUPS = 16;

    @Test
    void aTaskWithTheKeyGroupsOfTwoKeepsTheTimeOfEach() {
        var times = GroupTimes.of(
                List.of(new Reached(new KeyGroupRange(0, 1), 10), new Reached(new KeyGroupRange(2, 3), 20)),
                new KeyGroupRange(1, 2));
        assertThat(times.of(1)).isEqualTo(10);
        assertThat(times.of(2)).isEqualTo(20);
        assertThat(times.least()).isEqualTo(10);
        assertThat(times.greatest()).isEqualTo(20);
    }

    @Test
    void aLaterWordOfTheSameTaskReplacesAnEarlierOne() {
        var groups = new KeyGroupRange(0, 3);
        assertThat(GroupTimes.of(List.of(new Reached(groups, 10), new Reached(groups, 30)), groups)
                        .least())
                .isEqualTo(30);
    }

    @Test
    void aGroupOfWhichNobodySpeaksIsAtTheBeginning() {
        assertThat(GroupTimes.of(List.of(), new KeyGroupRange(0, 3)).greatest()).isEqualTo(Long.MIN_VALUE);
    }

    /** F35: through any number of rescalings no group's time goes back or leaps. */
    @Test
    void throughRescalingsEachGroupKeepsItsTime() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            long[] expected = new long[GROUPS];
            List<Reached> stored = new ArrayList<>();
            stored.add(new Reached(new KeyGroupRange(0, GROUPS - 1), 0));
            for (int run = 0; run < 8; run++) {
                int parallelism = 1 + random.nextInt(5);
                List<Reached> next = new ArrayList<>();
                for (int task = 0; task < parallelism; task++) {
                    var mine = KeyGroupRange.of(task, parallelism, GROUPS);
                    var restored = GroupTimes.of(stored, mine);
                    long watermark = Math.max(restored.least(), random.nextInt(100));
                    for (int group = mine.first(); group <= mine.last(); group++) {
                        assertThat(restored.of(group)).isEqualTo(expected[group]);
                        expected[group] = Math.max(expected[group], watermark);
                    }
                    restored.reached(watermark).forEach(each -> next.add(Reached.of(bytes(each))));
                }
                stored = next;
            }
        }
    }

    private static byte[] bytes(Reached reached) {
        byte[] bytes = new byte[reached.toBytes().remaining()];
        reached.toBytes().get(bytes);
        assertThat(Reached.is(bytes)).isTrue();
        return bytes;
    }
}

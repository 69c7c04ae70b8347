package io.staunch.examples.logins;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.time.Watermarks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Hours of logins in a hundred worlds with crashes, against sets of users, one for each window. */
class LoginsJobTest {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final int LOGINS = 150;
    private static final int USERS = 12;

    /** Users share a lane, and so a partition; the last login of each lets time go on behind all others. */
    private static int lane(Login login) {
        return Integer.parseInt(login.user());
    }

    @Test
    void eachUserCountsOnceInEachHourThroughCrashes() {
        List<Login> logins = logins();
        List<Output> expected = expected(logins);
        assertThat(expected).hasSizeBetween(100, 1_000);
        Watermarks watermarks = Watermarks.disorder(LoginsJob.DISORDER);
        Simulation.of(() -> LoginsJob.pipeline("simulated:9092", Guarantee.EXACTLY_ONCE, watermarks))
                .feed("logins", logins, LoginsJobTest::lane)
                .capture("active")
                .expect("active", expected)
                .seeds(100)
                .expectExactlyOnce();
    }

    /** One each 45 seconds, up to five seconds late; and of each user one long after, before which all windows end. */
    private static List<Login> logins() {
        var random = new Random(60);
        List<Login> logins = new ArrayList<>();
        for (int i = 0; i < LOGINS; i++) {
            int user = random.nextInt(USERS);
            Instant at = START.plusMillis(45_000L * i - random.nextInt(5_000));
            logins.add(new Login(Integer.toString(user), user % 2 == 0 ? "east" : "west", at));
        }
        for (int user = 0; user < USERS; user++) {
            logins.add(new Login(Integer.toString(user), "last-" + user, START.plusSeconds(1_000_000)));
        }
        return logins;
    }

    private static List<Output> expected(List<Login> logins) {
        Map<String, TreeMap<Instant, Set<String>>> windows = new TreeMap<>();
        for (Login login : logins) {
            if (login.region().startsWith("last")) {
                continue;
            }
            long minute = Math.floorDiv(login.at().getEpochSecond(), 60L);
            for (long end = minute + 1; end <= minute + 60; end++) {
                windows.computeIfAbsent(login.region(), r -> new TreeMap<>())
                        .computeIfAbsent(Instant.ofEpochSecond(60 * end), e -> new HashSet<>())
                        .add(login.user());
            }
        }
        List<Output> expected = new ArrayList<>();
        windows.forEach((region, all) -> all.forEach((end, users) -> expected.add(new Output(
                0,
                region,
                "{\"region\":\"" + region + "\",\"windowEnd\":\"" + end + "\",\"users\":" + users.size() + "}"))));
        return expected;
    }
}

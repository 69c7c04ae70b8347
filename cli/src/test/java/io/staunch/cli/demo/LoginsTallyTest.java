package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.examples.logins.ActiveUsers;
import io.staunch.examples.logins.Login;
import io.staunch.examples.logins.Logins;
import io.staunch.guarantee.Guarantee;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The judge of the logins: it must see what is wrong, and its own computation must be right. */
class LoginsTallyTest {
    private static final int RECORDS = 40_000;
    private static final int PARTITIONS = 4;
    private static final Map<String, SortedMap<Instant, Long>> EXPECTED = ExpectedLogins.of(RECORDS, PARTITIONS);
    private static final String REGION = "europe";

    @Test
    void theUsersOfEachHourAreThoseOfASetOfUsers() {
        Map<String, TreeMap<Instant, Set<String>>> sets = new HashMap<>();
        for (int number = 1; number <= RECORDS; number++) {
            Login login = Logins.login(number);
            long minute = Math.floorDiv(login.at().getEpochSecond(), 60L);
            for (long end = minute + 1; end <= minute + 60; end++) {
                sets.computeIfAbsent(login.region(), r -> new TreeMap<>())
                        .computeIfAbsent(Instant.ofEpochSecond(60 * end), e -> new HashSet<>())
                        .add(login.user());
            }
        }
        assertThat(EXPECTED).containsOnlyKeys(sets.keySet());
        EXPECTED.forEach((region, rows) -> {
            assertThat(rows).hasSizeGreaterThan(60);
            rows.forEach((end, users) ->
                    assertThat(users).isEqualTo(sets.get(region).get(end).size()));
            Instant last = rows.lastKey();
            assertThat(sets.get(region).headMap(last, true).keySet()).isEqualTo(rows.keySet());
            // Ten logins a second, and the disorder: time stands a few seconds before the last login.
            assertThat(last).isBetween(instant(RECORDS).minusSeconds(80), instant(RECORDS));
        });
    }

    private static Instant instant(int number) {
        return Instant.ofEpochMilli(Logins.millis(number));
    }

    @Test
    void allRowsOnceAreExact() {
        var tally = new LoginsTally(EXPECTED);
        EXPECTED.forEach(
                (region, rows) -> rows.forEach((end, users) -> tally.add(0, new ActiveUsers(region, end, users))));
        LoginsVerdict verdict = verdict(tally, Guarantee.EXACTLY_ONCE);
        assertThat(verdict.exact()).isTrue();
        assertThat(verdict.text()).last().asString().startsWith("Exact:");
    }

    @Test
    void usersMissedAndUsersCountedTwiceAreToldApart() {
        var tally = new LoginsTally(EXPECTED);
        List<Instant> ends = List.copyOf(EXPECTED.get(REGION).keySet());
        EXPECTED.forEach((region, rows) -> rows.forEach((end, users) -> {
            if (region.equals(REGION) && end.equals(ends.get(10))) {
                tally.add(0, new ActiveUsers(region, end, users - 2));
            } else if (region.equals(REGION) && end.equals(ends.get(11))) {
                tally.add(0, new ActiveUsers(region, end, users + 3));
            } else if (!region.equals(REGION) || !end.equals(ends.get(12))) {
                tally.add(0, new ActiveUsers(region, end, users));
            }
        }));
        LoginsTally.Counts counts = tally.counts();
        assertThat(counts.usersMissed()).isEqualTo(2 + EXPECTED.get(REGION).get(ends.get(12)));
        assertThat(counts.usersCountedTwice()).isEqualTo(3);
        assertThat(counts.lost()).isEqualTo(1);
        assertThat(verdict(tally, Guarantee.EXACTLY_ONCE).kept()).isFalse();
        assertThat(verdict(tally, Guarantee.AT_LEAST_ONCE).kept()).isFalse();
        assertThat(verdict(tally, Guarantee.AT_MOST_ONCE).kept()).isFalse();
    }

    @Test
    void aRowAgainOutOfOrderOrOfNoHourIsSeen() {
        var tally = new LoginsTally(EXPECTED);
        List<Instant> ends = List.copyOf(EXPECTED.get(REGION).keySet());
        SortedMap<Instant, Long> rows = EXPECTED.get(REGION);
        tally.add(0, new ActiveUsers(REGION, ends.get(1), rows.get(ends.get(1))));
        tally.add(0, new ActiveUsers(REGION, ends.get(0), rows.get(ends.get(0))));
        tally.add(0, new ActiveUsers(REGION, ends.get(1), rows.get(ends.get(1))));
        tally.add(1, new ActiveUsers(REGION, ends.get(2), rows.get(ends.get(2))));
        tally.add(0, new ActiveUsers(REGION, Instant.EPOCH, 1));
        LoginsTally.Counts counts = tally.counts();
        assertThat(counts.duplicated()).isEqualTo(1);
        assertThat(counts.outOfOrder()).isEqualTo(2);
        assertThat(counts.foreign()).isEqualTo(1);
    }

    private static LoginsVerdict verdict(LoginsTally tally, Guarantee guarantee) {
        return new LoginsVerdict(RECORDS, EXPECTED, tally, new Kills(guarantee, 0, 0, 0, List.of()));
    }
}

package io.staunch.cli.demo;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.staunch.examples.logins.ActiveUsers;
import io.staunch.examples.logins.Login;
import io.staunch.examples.logins.Logins;
import io.staunch.examples.logins.LoginsJob;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;

/** Logins, of which the users are counted: each minute and region gives one record. */
final class LoginsTrial implements Trial, Input, Output {
    private final int records;
    private final Map<String, SortedMap<Instant, Long>> expected;
    private final LoginsTally tally;
    private final ObjectReader json =
            JsonMapper.builder().addModule(new JavaTimeModule()).build().readerFor(ActiveUsers.class);

    LoginsTrial(int records, int partitions) {
        this.records = records;
        expected = ExpectedLogins.of(records, partitions);
        tally = new LoginsTally(expected);
    }

    @Override
    public Input input() {
        return this;
    }

    /** There is but one. */
    @Override
    public Output output(DemoSink sink) {
        return this;
    }

    @Override
    public int wanted() {
        return expected.values().stream().mapToInt(Map::size).sum();
    }

    @Override
    public LoginsVerdict verdict(Kills kills) {
        return new LoginsVerdict(records, expected, tally, kills);
    }

    @Override
    public String topic() {
        return LoginsJob.LOGINS;
    }

    @Override
    public String plural() {
        return "logins";
    }

    /** Spread by number, so that all partitions come as far in time. */
    @Override
    public Entry entry(int number, int partitions) {
        Login login = Logins.login(number);
        return new Entry(number % partitions, login.user(), login);
    }

    @Override
    public void add(int partition, byte[] value) throws IOException {
        ActiveUsers row = json.readValue(value);
        tally.add(partition, row);
    }

    @Override
    public void addUnreadable() {
        tally.addUnreadable();
    }

    @Override
    public long out() {
        return tally.out();
    }

    @Override
    public int distinct() {
        return tally.distinct();
    }

    @Override
    public int highest() {
        return tally.highest();
    }
}

package io.staunch.cli.demo;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.staunch.examples.airports.AirportDelays;
import java.io.IOException;

/** The running totals of flights as one sink has them. */
final class FlightsOutput implements Output {
    private final Tally tally;
    private final ObjectReader json = JsonMapper.builder().build().readerFor(AirportDelays.class);

    FlightsOutput(Expected expected) {
        tally = new Tally(expected);
    }

    /** What was found; for when all is read. */
    Tally.Counts counts() {
        return tally.counts();
    }

    @Override
    public void add(int partition, byte[] value) throws IOException {
        tally.add(partition, json.readValue(value));
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

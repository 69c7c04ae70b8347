package io.staunch.kafka.testkit.real;

import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.testkit.simulation.oracle.Expectation;
import io.staunch.testkit.simulation.oracle.Oracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the committed output of all captured sinks while the job runs, and judges it record by record. Owned by one thread. */
final class RealJudge implements AutoCloseable {
    private final Map<String, Oracle> oracles = new TreeMap<>();
    private final List<CommittedReader> readers = new ArrayList<>();

    RealJudge(Map<String, Expectation> expected, Guarantee guarantee) {
        expected.forEach((sink, expectation) -> oracles.put(sink, new Oracle(expectation, guarantee)));
    }

    /** Begins to read. */
    void open(KafkaBroker broker, RealTopics topics) {
        oracles.forEach((sink, oracle) -> readers.add(new CommittedReader(broker, topics.written(sink), oracle::see)));
    }

    void read() {
        readers.forEach(CommittedReader::read);
    }

    void readToTheEnd() {
        readers.forEach(CommittedReader::readToTheEnd);
    }

    List<String> broken() {
        List<String> broken = new ArrayList<>();
        oracles.forEach((sink, oracle) -> {
            String problem = oracle.broken();
            if (problem != null) {
                broken.add("sink '" + sink + "': " + problem);
            }
        });
        return broken;
    }

    Oracle.Verdict verdict() {
        return oracles.values().stream()
                .map(Oracle::verdict)
                .reduce(new Oracle.Verdict(0, 0, 0, 0, 0, 0), Oracle.Verdict::plus);
    }

    @Override
    public void close() {
        readers.forEach(CommittedReader::close);
    }
}

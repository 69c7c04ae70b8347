package io.staunch.jdbc.simulation;

import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Connectors;
import io.staunch.testkit.simulation.random.DatabaseSinks;
import io.staunch.testkit.simulation.random.FileSinks;
import io.staunch.testkit.simulation.random.Item;
import io.staunch.testkit.simulation.random.Misfits;
import io.staunch.testkit.simulation.world.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Connectors with a database beside them: sinks of three kinds, and sources other than the first one, if they have neither an end nor bad records. */
public final class DatabaseBeside implements Connectors {
    /** Sources of a pipeline after the first one, by the end of their names. */
    private static final List<String> OTHERS = List.of("-1", "-2");

    private static final double FROM_TABLES = 0.5;

    private final Connectors connectors;
    private final RandomTables tables = new RandomTables();
    private final List<String> fromTables = new ArrayList<>();

    /** @param chance which sources read tables */
    public DatabaseBeside(Connectors connectors, Chance chance) {
        this.connectors = connectors;
        for (String source : OTHERS) {
            if (chance.happens(FROM_TABLES)) {
                fromTables.add(source);
            }
        }
    }

    @Override
    public String name() {
        return connectors.name() + " and a database"
                + (fromTables.isEmpty() ? "" : ", sources " + fromTables + " from tables if they do not end");
    }

    @Override
    public OutsideKind outside(Set<String> choosy) {
        return connectors.outside(choosy);
    }

    @Override
    public List<String> calls(boolean lead) {
        return connectors.calls(lead);
    }

    @Override
    public boolean haveEnds() {
        return connectors.haveEnds();
    }

    @Override
    public boolean haveBadRecords() {
        return connectors.haveBadRecords();
    }

    @Override
    public Source<Item> source(String topic, boolean ends, Misfits bad) {
        boolean table = !ends && bad == Misfits.NONE && fromTables.stream().anyMatch(topic::endsWith);
        return table ? tables.source(topic) : connectors.source(topic, ends, bad);
    }

    @Override
    public Sink<Item> sink(String topic, Guarantee level, Misfits refused) {
        return connectors.sink(topic, level, refused);
    }

    @Override
    public Optional<FileSinks> files() {
        return connectors.files();
    }

    @Override
    public Optional<DatabaseSinks> database() {
        return Optional.of(tables);
    }

    @Override
    public Output output(Item item) {
        return connectors.output(item);
    }
}

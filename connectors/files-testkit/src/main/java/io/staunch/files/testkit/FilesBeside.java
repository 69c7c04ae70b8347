package io.staunch.files.testkit;

import io.staunch.files.FileSource;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Connectors;
import io.staunch.testkit.simulation.random.FileSinks;
import io.staunch.testkit.simulation.random.Item;
import io.staunch.testkit.simulation.random.Misfits;
import io.staunch.testkit.simulation.world.Chance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Connectors with files beside them: sinks that follow, and sources other than the first one. */
public final class FilesBeside implements Connectors {
    private static final Path IN = Path.of("/in");
    /** Sources of a pipeline after the first one, by the end of their names. */
    private static final List<String> OTHERS = List.of("-1", "-2");

    private static final double FROM_FILES = 0.4;

    private final Connectors connectors;
    private final RandomFiles files;
    private final List<String> fromFiles = new ArrayList<>();

    /** @param chance which sources read files, and how files are written */
    public FilesBeside(Connectors connectors, Chance chance) {
        this.connectors = connectors;
        files = new RandomFiles(chance.next());
        for (String source : OTHERS) {
            if (chance.happens(FROM_FILES)) {
                fromFiles.add(source);
            }
        }
    }

    @Override
    public String name() {
        return connectors.name() + " and files" + (fromFiles.isEmpty() ? "" : ", sources " + fromFiles + " from files");
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
        if (fromFiles.stream().noneMatch(topic::endsWith)) {
            return connectors.source(topic, ends, bad);
        }
        FileSource<Item> all = FileSource.jsonLines(IN.resolve(topic), Item.class);
        FileSource<Item> source = ends ? all.bounded() : all;
        return switch (bad) {
            case NONE -> source;
            case SKIPPED -> source.skipBadRecords();
            case ASIDE -> source.badRecordsTo(BAD);
        };
    }

    @Override
    public Sink<Item> sink(String topic, Guarantee level, Misfits refused) {
        return connectors.sink(topic, level, refused);
    }

    @Override
    public Optional<FileSinks> files() {
        return Optional.of(files);
    }

    @Override
    public Output output(Item item) {
        return connectors.output(item);
    }
}

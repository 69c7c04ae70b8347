package io.staunch.files.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.files.FileSink;
import io.staunch.sink.Sink;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.FileSinks;
import io.staunch.testkit.simulation.random.Item;
import io.staunch.testkit.simulation.world.Chance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** File sinks by chance: how files roll, whether they are compressed, and whether tracks have folders. */
record RandomFiles(long seed) implements FileSinks {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path OUT = Path.of("/out");
    private static final int FOLDERS = 3;
    private static final List<String> CALLS = List.of(
            "files.OPEN",
            "files.LIST",
            "files.ENTRY",
            "files.CREATE",
            "files.REOPEN",
            "files.APPEND",
            "files.SYNC",
            "files.READ",
            "files.RENAME",
            "files.DELETE",
            "files.SYNC_NAMES");

    @Override
    public OutsideKind outside() {
        return new SimulatedFilesKind(RandomFiles::output);
    }

    @Override
    public List<String> calls() {
        return CALLS;
    }

    @Override
    public Sink<Item> sink(String name) {
        Chance chance = Chance.of(seed, name);
        FileSink<Item> sink = FileSink.jsonLines(OUT.resolve(name), Item.class);
        if (chance.happens(0.25)) {
            sink = sink.rollEvery(Duration.ofNanos(1_000 * chance.skewed(500, 50_000)));
        }
        if (chance.happens(0.25)) {
            sink = sink.rollAtBytes(chance.skewed(50, 5_000));
        }
        if (chance.happens(0.25)) {
            sink = sink.gzip();
        }
        return chance.happens(0.5) ? sink.folderBy(item -> "track=" + item.track() % FOLDERS) : sink;
    }

    /** The number of a folder is that of the order in which they came: so it is not part of what is compared. */
    private static Output output(int folder, String line) {
        try {
            Item item = JSON.readValue(line, Item.class);
            return new Output(folder, item.track(), item);
        } catch (JsonProcessingException e) {
            return new Output(folder, "unreadable", line);
        }
    }

    @Override
    public Output output(String name, Item item) {
        return new Output(0, item.track(), item);
    }
}

package io.staunch.files.testkit;

import io.staunch.files.testkit.SimulatedFilesKind.LineOutput;
import io.staunch.sink.Sink;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a simulated world's disk. What the disk does to its users is said by {@code SimulatedDisk}; whoever fills the folders of sources does
 * it durably, and whoever lists those of sinks is never told of anything but what is there at that moment. Owned by the thread that runs the world.
 */
final class SimulatedFiles implements Outside {
    private static final String SINK = "files ";
    /** That a sink shows each file with the checkpoint that it belongs to, so that none is shown when the job ends. */
    private static final String EACH_CHECKPOINT = "a file for each checkpoint";

    private final SimulatedWorld world;
    private final LineOutput lines;
    private final Chance chance;
    private final List<FileFeed> feeds = new ArrayList<>();

    SimulatedFiles(SimulatedWorld world, LineOutput lines) {
        this.world = world;
        this.lines = lines;
        chance = Chance.of(world.seed(), "files");
    }

    @Override
    public boolean feeds(Source<?> source) {
        return SourceFiles.of(source.description()).isPresent();
    }

    @Override
    public void feed(Source<?> source, List<Fed> records) {
        SourceFiles files = SourceFiles.of(source.description()).orElseThrow();
        world.files(files.root());
        feeds.add(new FileFeed(world.disk(), new Chance(chance.next()), files, records));
    }

    @Override
    public boolean captures(Sink<?> sink) {
        return sink instanceof TwoPhaseCommitSink<?> prepares
                && prepares.resource().startsWith(SINK);
    }

    @Override
    public Capture capture(Sink<?> sink) {
        Path root = Path.of(((TwoPhaseCommitSink<?>) sink).resource().substring(SINK.length()));
        world.files(root);
        return new FolderCapture(world.disk(), root, lines, !sink.description().endsWith(EACH_CHECKPOINT));
    }

    @Override
    public boolean isLookedAtByTime() {
        return !feeds.isEmpty();
    }

    @Override
    public void goOn() {
        feeds.forEach(FileFeed::goOn);
    }

    @Override
    public void calm() {
        // The faults are those of the disk, which the world ends.
    }
}

package io.staunch.verification.simulation;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.Environment;
import io.staunch.runtime.job.EmbeddedRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Launches jobs, every third of them on a folder in which one bit of some file was flipped, or a file was cut, just before. */
final class DamagingRunner implements Runner {
    private static final int ONE_IN = 3;

    @Override
    public Job launch(Pipeline pipeline, Settings settings, Environment world) {
        if (world.random(ONE_IN) == 0) {
            try {
                damage(settings.state(), world);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new EmbeddedRunner().launch(pipeline, settings, world);
    }

    @Override
    public Environment environment() {
        throw new UnsupportedOperationException("runs in simulations only");
    }

    private static void damage(Path folder, Environment world) throws IOException {
        DiskFolder opened = world.disk().open(folder);
        List<String> files =
                opened.list().stream().filter(name -> name.endsWith(".log")).toList();
        if (files.isEmpty()) {
            return;
        }
        String name = files.get((int) world.random(files.size()));
        byte[] content = opened.read(name, 0, (int) opened.length(name));
        if (content.length == 0) {
            return;
        }
        int at = (int) world.random(content.length);
        boolean cut = world.random(2) == 0;
        content[at] ^= (byte) (cut ? 0 : 1 << world.random(8));
        opened.delete(name);
        try (DiskFile file = opened.create(name)) {
            file.append(ByteBuffer.wrap(content, 0, cut ? at : content.length));
            file.sync();
        }
        opened.sync();
    }
}

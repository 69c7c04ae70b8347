package io.staunch.files.testkit;

import com.github.luben.zstd.ZstdInputStream;
import io.staunch.files.testkit.SimulatedFilesKind.LineOutput;
import io.staunch.testkit.disk.SimulatedDisk;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.oracle.Output;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * Somebody who lists the folder of a sink again and again and reads what is new, all of a folder in the order of the names. Each file must be whole
 * when it is first seen, later in that order than those seen before, stay as it is, and be there in the end; in between the power may fail, and take
 * away names that were not synced.
 */
final class FolderCapture implements Capture {
    private static final int KEPT = 5;

    private final SimulatedDisk disk;
    private final Path root;
    private final LineOutput lines;
    private final boolean endsWithTheJob;
    private final Map<Path, Seen> folders = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private long changes = -1;

    /** What was seen in a folder. */
    private static final class Seen {
        final int number;
        final TreeMap<String, byte[]> files = new TreeMap<>();

        Seen(int number) {
            this.number = number;
        }
    }

    FolderCapture(SimulatedDisk disk, Path root, LineOutput lines, boolean endsWithTheJob) {
        this.disk = disk;
        this.root = root.toAbsolutePath().normalize();
        this.lines = lines;
        this.endsWithTheJob = endsWithTheJob;
    }

    @Override
    public void read(Consumer<Output> into) {
        if (disk.changes() == changes) {
            return;
        }
        changes = disk.changes();
        for (Path folder : disk.folders(root)) {
            if (!isHidden(root.relativize(folder))) {
                Seen seen = folders.computeIfAbsent(folder, f -> new Seen(folders.size()));
                for (String name : disk.files(folder)) {
                    if (!name.startsWith(".")) {
                        look(folder, name, seen, into);
                    }
                }
            }
        }
    }

    private static boolean isHidden(Path folder) {
        for (Path name : folder) {
            if (name.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private void look(Path folder, String name, Seen seen, Consumer<Output> into) {
        byte[] content = disk.content(folder, name);
        byte[] before = seen.files.get(name);
        if (before == null) {
            if (!seen.files.isEmpty() && seen.files.lastKey().compareTo(name) > 0) {
                wrong(folder, name, "is shown after " + seen.files.lastKey());
            }
            seen.files.put(name, content);
            lines(folder, name, content).forEach(line -> into.accept(lines.of(seen.number, line)));
        } else if (!Arrays.equals(before, content)) {
            wrong(
                    folder,
                    name,
                    "had " + before.length + " bytes when it was first seen, and has " + content.length
                            + " other ones now");
        }
    }

    private List<String> lines(Path folder, String name, byte[] content) {
        try (InputStream in = open(name, content)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (!text.endsWith("\n")) {
                wrong(folder, name, "ends within a line");
            }
            List<String> all = text.lines().toList();
            boolean header = name.contains(".csv") && !all.isEmpty();
            return header ? all.subList(1, all.size()) : all;
        } catch (IOException e) {
            wrong(folder, name, "can't be decompressed: " + e.getMessage());
            return List.of();
        }
    }

    private static InputStream open(String name, byte[] content) throws IOException {
        var in = new ByteArrayInputStream(content);
        if (name.endsWith(".gz")) {
            return new GZIPInputStream(in);
        }
        return name.endsWith(".zst") ? new ZstdInputStream(in) : in;
    }

    private void wrong(Path folder, String name, String what) {
        if (wrong.size() < KEPT) {
            wrong.add("file " + folder.resolve(name) + " " + what);
        }
    }

    @Override
    public boolean endsWithTheJob() {
        return endsWithTheJob;
    }

    @Override
    public List<String> problems() {
        return wrong;
    }

    @Override
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        folders.forEach((folder, seen) -> {
            List<String> there = disk.files(folder);
            seen.files.keySet().stream()
                    .filter(name -> !there.contains(name))
                    .forEach(name -> missing.add("file " + folder.resolve(name) + " was seen, and is gone in the end"));
        });
        return missing;
    }
}

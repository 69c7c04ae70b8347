package io.staunch.testkit.disk;

import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.testkit.disk.DiskCall.Kind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A folder as one process sees it. */
record FolderView(SimulatedDisk disk, DiskProcess process, SimulatedFolder folder, Path location)
        implements DiskFolder {
    @Override
    public String path() {
        return location.toString();
    }

    @Override
    public List<String> list() throws IOException {
        var result = new AtomicReference<List<String>>(List.of());
        process.call(Kind.LIST, path(), 0, () -> result.set(names()));
        return result.get();
    }

    @Override
    public DiskFile create(String name) throws IOException {
        var result = SimulatedFile.empty(disk.nextFile());
        process.call(Kind.CREATE, name, 0, () -> {
            if (folder.file(name) != null) {
                throw new FileAlreadyExistsException(name);
            }
            folder.put(name, result);
        });
        return new FileView(disk, process, folder, name, result);
    }

    @Override
    public DiskFile reopen(String name, long length) throws IOException {
        process.call(Kind.REOPEN, name, 0, () -> {
            SimulatedFile file = existing(name);
            int before = file.length();
            if (before < length) {
                throw new IOException(
                        location.resolve(name) + " has " + before + " bytes, expected " + length + " at least");
            }
            file.truncate(Math.toIntExact(length));
            disk.grown(length - before);
        });
        return new FileView(disk, process, folder, name, existing(name));
    }

    @Override
    public DiskEntry entry(String name) throws IOException {
        var result = new AtomicReference<>(new DiskEntry("", 0, true));
        process.call(Kind.ENTRY, name, 0, () -> {
            SimulatedFile file = folder.file(name);
            if (file != null) {
                result.set(new DiskEntry(file.identity(), file.length(), false));
            } else if (!disk.has(location.resolve(name))) {
                throw new NoSuchFileException(name);
            }
        });
        return result.get();
    }

    @Override
    public void rename(String from, String to) throws IOException {
        process.call(Kind.RENAME, from, 0, () -> {
            SimulatedFile file = existing(from);
            SimulatedFile replaced = folder.file(to);
            folder.rename(from, to, file);
            disk.grown(replaced == null ? 0 : -replaced.length());
        });
    }

    @Override
    public byte[] read(String name, long offset, int length) throws IOException {
        var result = new AtomicReference<>(new byte[0]);
        process.call(Kind.READ, name, length, () -> result.set(existing(name).read(offset, length)));
        return result.get();
    }

    @Override
    public long length(String name) throws IOException {
        long[] result = new long[1];
        process.call(Kind.LENGTH, name, 0, () -> result[0] = existing(name).length());
        return result[0];
    }

    @Override
    public void delete(String name) throws IOException {
        process.call(Kind.DELETE, name, 0, () -> {
            SimulatedFile file = folder.file(name);
            if (file != null) {
                folder.remove(name);
                disk.grown(-file.length());
            }
        });
    }

    @Override
    public void sync() throws IOException {
        process.call(Kind.SYNC_NAMES, path(), 0, folder::sync);
    }

    @Override
    public void sync(String name, long from, long to) throws IOException {
        SimulatedFile file = existing(name);
        if (from < 0 || to > file.length()) {
            throw new IllegalArgumentException(
                    name + " has " + file.length() + " bytes; to be synced were " + from + " to " + to);
        }
        FileView.sync(process, name, file);
        file.rewritten((int) from, (int) to);
    }

    @Override
    public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
        String lock = location.resolve(name).toString();
        process.call(Kind.LOCK, name, 0, () -> {
            if (folder.file(name) == null) {
                folder.put(name, SimulatedFile.empty(disk.nextFile()));
            }
        });
        boolean taken = disk.take(lock, process, process.name() + ", " + holder);
        return taken ? Optional.of(() -> disk.release(lock, process)) : Optional.empty();
    }

    @Override
    public String lockHolder(String name) throws IOException {
        var result = new AtomicReference<>("");
        process.call(
                Kind.LOCK_HOLDER,
                name,
                0,
                () -> result.set(disk.lockText(location.resolve(name).toString())));
        return result.get();
    }

    private List<String> names() {
        List<String> folders = disk.foldersIn(location);
        if (folders.isEmpty()) {
            return folder.names();
        }
        List<String> all = new ArrayList<>(folder.names());
        all.addAll(folders);
        return all;
    }

    private SimulatedFile existing(String name) throws NoSuchFileException {
        SimulatedFile file = folder.file(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }
}

package io.staunch.testkit.disk;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** A process that uses a {@link SimulatedDisk}, until it is killed. */
public final class DiskProcess implements Disk {
    /** Something done to the disk. */
    @FunctionalInterface
    interface Effect {
        void run() throws IOException;
    }

    private final SimulatedDisk disk;
    private final String name;
    private boolean killed;

    DiskProcess(SimulatedDisk disk, String name) {
        this.disk = disk;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** Ends the process: its locks are gone, and each further call of its throws {@link ProcessKilledException}. */
    public void kill() {
        killed = true;
        disk.releaseAll(this);
    }

    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        call(DiskCall.Kind.OPEN, folder.toString(), 0, () -> {
            if (access == DiskAccess.READ && !disk.has(folder)) {
                throw disk.isFile(folder)
                        ? new NotDirectoryException(folder.toString())
                        : new NoSuchFileException(folder.toString());
            }
        });
        return new FolderView(disk, this, disk.folder(folder), folder);
    }

    boolean killed() {
        return killed;
    }

    /** A call that happens wholly or not at all. */
    void call(DiskCall.Kind kind, String file, long bytes, Effect effect) throws IOException {
        DiskFault fault = begin(kind, file, bytes);
        switch (fault) {
            case NONE -> effect.run();
            case FAIL, FAIL_PART_WAY -> throw failure(kind, file);
            case FAIL_AFTERWARDS -> {
                effect.run();
                throw failure(kind, file);
            }
            case KILL, KILL_PART_WAY -> throw die();
            case KILL_AFTERWARDS -> {
                effect.run();
                throw die();
            }
        }
    }

    DiskFault begin(DiskCall.Kind kind, String file, long bytes) {
        requireAlive();
        DiskFault fault = disk.next(this, kind, file, bytes);
        requireAlive();
        return fault;
    }

    ProcessKilledException die() {
        kill();
        return new ProcessKilledException(name);
    }

    static IOException failure(DiskCall.Kind kind, String file) {
        return new IOException("simulated input/output error: " + kind + " " + file);
    }

    private void requireAlive() {
        if (killed) {
            throw new ProcessKilledException(name);
        }
    }
}

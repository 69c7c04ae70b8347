package io.staunch.testkit.disk;

import io.staunch.environment.DiskFile;
import io.staunch.testkit.disk.DiskCall.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** A file as the process sees it that has created it. */
final class FileView implements DiskFile {
    private final SimulatedDisk disk;
    private final DiskProcess process;
    private final SimulatedFolder folder;
    private final String name;
    private final SimulatedFile file;
    private boolean closed;

    FileView(SimulatedDisk disk, DiskProcess process, SimulatedFolder folder, String name, SimulatedFile file) {
        this.disk = disk;
        this.process = process;
        this.folder = folder;
        this.name = name;
        this.file = file;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        requireOpen();
        int wanted = bytes.remaining();
        DiskFault fault = process.begin(Kind.APPEND, name, wanted);
        int room = disk.room(wanted);
        switch (fault) {
            case NONE -> {
                write(bytes, room);
                if (room < wanted) {
                    throw full();
                }
            }
            case FAIL -> throw DiskProcess.failure(Kind.APPEND, name);
            case FAIL_PART_WAY -> {
                write(bytes, part(room));
                throw full();
            }
            case FAIL_AFTERWARDS -> {
                write(bytes, room);
                throw DiskProcess.failure(Kind.APPEND, name);
            }
            case KILL -> throw process.die();
            case KILL_PART_WAY -> {
                write(bytes, part(room));
                throw process.die();
            }
            case KILL_AFTERWARDS -> {
                write(bytes, room);
                throw process.die();
            }
        }
    }

    private int part(int whole) {
        return whole == 0 ? 0 : disk.chance().nextInt(whole);
    }

    private void write(ByteBuffer bytes, int count) {
        file.append(bytes, count);
        grown(count);
    }

    private IOException full() {
        return new IOException("disk full: " + disk.free() + " bytes free (No space left on device)");
    }

    @Override
    public void sync() throws IOException {
        requireOpen();
        sync(process, name, file);
    }

    static void sync(DiskProcess process, String name, SimulatedFile file) throws IOException {
        DiskFault fault = process.begin(Kind.SYNC, name, 0);
        switch (fault) {
            case NONE -> file.sync();
            case FAIL, FAIL_PART_WAY -> {
                file.syncFailed();
                throw DiskProcess.failure(Kind.SYNC, name);
            }
            case FAIL_AFTERWARDS -> {
                file.sync();
                throw DiskProcess.failure(Kind.SYNC, name);
            }
            case KILL, KILL_PART_WAY -> throw process.die();
            case KILL_AFTERWARDS -> {
                file.sync();
                throw process.die();
            }
        }
    }

    @Override
    public void truncate(long length) throws IOException {
        requireOpen();
        process.call(Kind.TRUNCATE, name, 0, () -> {
            int before = file.length();
            file.truncate(Math.toIntExact(length));
            grown(file.length() - before);
        });
    }

    @Override
    public long length() {
        return file.length();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** A file that was deleted while it was open holds no space. */
    private void grown(long bytes) {
        if (folder.file(name) == file || folder.has(file)) {
            disk.grown(bytes);
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed && !process.killed()) {
            throw new ClosedChannelException();
        }
    }
}

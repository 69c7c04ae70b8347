package io.staunch.statebackend.disk;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskPlace;
import io.staunch.environment.DiskPlace.Keeping;
import io.staunch.environment.DiskPlace.What;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The file systems of this machine. Network file systems are refused for {@link DiskAccess#OWN}: their clients cache listings and lengths, so
 * that a process that was taken over would not see it. Safe for use by any thread.
 */
public final class LocalDisk implements Disk {
    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        return access == DiskAccess.READ ? toRead(absolute) : toWrite(absolute, access);
    }

    private static DiskFolder toRead(Path absolute) throws IOException {
        if (!Files.isDirectory(absolute)) {
            throw Files.exists(absolute)
                    ? new NotDirectoryException(absolute.toString())
                    : new NoSuchFileException(absolute.toString());
        }
        if (!Files.isReadable(absolute) || !Files.isExecutable(absolute)) {
            throw new IOException("user " + System.getProperty("user.name") + " may not read folder " + absolute
                    + "; give it read and search permission, or name another folder");
        }
        return new LocalFolder(absolute.toRealPath());
    }

    private static DiskFolder toWrite(Path absolute, DiskAccess access) throws IOException {
        create(absolute);
        if (!Files.isDirectory(absolute)) {
            throw new IOException(absolute + " is a file, not a folder; name a folder, or move the file away");
        }
        if (Files.getFileStore(absolute).isReadOnly()) {
            throw new IOException("folder " + absolute + " is on a file system that is mounted read-only; mount it for"
                    + " writing (after an error of the disk a system makes it read-only by itself: look at its log), or"
                    + " name another folder");
        }
        if (!Files.isReadable(absolute) || !Files.isWritable(absolute) || !Files.isExecutable(absolute)) {
            throw new IOException("user " + System.getProperty("user.name") + " may not read and write folder "
                    + absolute + "; give it read, write and search permission, or name another folder");
        }
        Path real = absolute.toRealPath();
        if (access == DiskAccess.OWN) {
            refuseNetwork(real);
        }
        return new LocalFolder(real);
    }

    private static void refuseNetwork(Path folder) throws IOException {
        String type = MountTable.type(folder);
        if (FileSystemTypes.keeping(type) == Keeping.NETWORK) {
            throw new IOException("folder " + folder + " is on a network file system (" + type
                    + "), where a process that was taken over may not notice it; name a folder on a local disk");
        }
    }

    @Override
    public DiskPlace place(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        Path nearest = absolute;
        while (!Files.exists(nearest)) {
            nearest = nearest.getParent();
            if (nearest == null) {
                throw new IOException("there is nothing at " + absolute + ", and no folder above it");
            }
        }
        boolean folder = Files.isDirectory(nearest);
        FileStore store = Files.getFileStore(nearest);
        String type = MountTable.type(nearest);
        What what = folder ? What.FOLDER : What.FILE;
        return new DiskPlace(
                nearest.equals(absolute) ? what : What.NOTHING,
                nearest.toString(),
                store.toString(),
                type,
                FileSystemTypes.keeping(type),
                syncsFolders(nearest),
                store.isReadOnly(),
                Files.isReadable(nearest) && (!folder || Files.isExecutable(nearest)),
                Files.isWritable(nearest) && (!folder || Files.isExecutable(nearest)),
                store.getUsableSpace());
    }

    /** Creates missing folders from the top, each made durable in its parent. */
    private static void create(Path folder) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path at = folder; at != null && !Files.exists(at); at = at.getParent()) {
            missing.push(at);
        }
        for (Path at : missing) {
            try {
                Files.createDirectories(at);
                sync(at.getParent());
            } catch (AccessDeniedException e) {
                throw new IOException(
                        "user " + System.getProperty("user.name") + " may not create folder " + at
                                + "; create it with write permission for that user, or name another folder",
                        e);
            } catch (FileSystemException e) {
                throw new IOException("folder " + at + " can't be created: " + reason(e) + "; name another folder", e);
            }
        }
    }

    /** Makes the names in a folder durable. Windows can't and needs not: NTFS keeps a journal of names. */
    static void sync(Path folder) throws IOException {
        if (syncsFolders(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static boolean syncsFolders(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static String reason(FileSystemException e) {
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }
}

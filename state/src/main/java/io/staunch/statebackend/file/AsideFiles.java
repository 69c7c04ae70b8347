package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Files beside the log, for people: what was set aside. Owned by the thread of a claim. */
final class AsideFiles {
    static final String PREFIX = "set-aside-";
    /** Of one that is not whole. */
    private static final String UNFINISHED = ".new-" + PREFIX;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._%-]+");

    private final FencedFolder folder;
    /** Of those that may be there, whole or not: most stores have none, and are then not asked. */
    private final Set<String> names;

    /** @param listed all names in the folder, listed behind the claim */
    AsideFiles(FencedFolder folder, Collection<String> listed) {
        this.folder = folder;
        this.names = listed.stream()
                .filter(each -> each.startsWith(PREFIX) || each.startsWith(UNFINISHED))
                .map(each -> each.substring((each.startsWith(PREFIX) ? PREFIX : UNFINISHED).length()))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Makes a file that is whole or not there, also after a crash of the machine; replaces one of that name.
     *
     * @return where it is, for people
     */
    String put(String name, Iterable<byte[]> content) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name for a file: expected " + NAME);
        }
        folder.requireNewest();
        DiskFolder in = folder.folder();
        names.add(name);
        in.delete(UNFINISHED + name);
        try (DiskFile file = in.create(UNFINISHED + name)) {
            for (byte[] piece : content) {
                file.append(ByteBuffer.wrap(piece));
            }
            file.sync();
        }
        in.rename(UNFINISHED + name, PREFIX + name);
        in.sync();
        folder.requireNewest();
        return in.path() + "/" + PREFIX + name;
    }

    /** Deletes a file, durably; nothing happens if there is none. */
    void delete(String name) throws IOException {
        if (!names.contains(name)) {
            return;
        }
        folder.requireNewest();
        folder.folder().delete(UNFINISHED + name);
        folder.folder().delete(PREFIX + name);
        folder.folder().sync();
        names.remove(name);
    }
}

package io.staunch.files;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the hidden files of earlier runs that belong to no transaction: their writer died, or was left behind, before it prepared one. It may be alive
 * still, and about to prepare one: so they are renamed first, for which see {@link Leftovers}, and deleted if then still no manifest names them.
 */
final class Strays {
    private static final Logger LOG = LoggerFactory.getLogger(Strays.class);
    private static final String LEFT = ".left";

    private final SinkFolder folder;
    private final Disk disk;
    private final Leftovers leftovers;

    Strays(SinkFolder folder, Disk disk, Leftovers leftovers) {
        this.folder = folder;
        this.disk = disk;
        this.leftovers = leftovers;
    }

    /** @param file as manifests name it; {@code taken} is whether it was renamed here */
    private record Stray(DiskFolder in, String name, String file, boolean taken) {}

    void sweep() throws IOException {
        Set<String> kept = named();
        List<Stray> strays = new ArrayList<>();
        collect("", kept, strays);
        if (strays.isEmpty()) {
            return;
        }
        Set<String> now = named();
        for (Stray each : strays) {
            if (!now.contains(each.file())) {
                each.in().delete(each.name());
            } else if (each.taken()) {
                SinkFolder.move(
                        each.in(),
                        each.name(),
                        each.name().substring(0, each.name().length() - LEFT.length()));
            }
        }
    }

    private Set<String> named() throws IOException {
        Set<String> named = new HashSet<>(folder.named(SinkFolder.PREPARED));
        named.addAll(folder.unfinished().keySet());
        return named;
    }

    private void collect(String below, Set<String> kept, List<Stray> strays) throws IOException {
        DiskFolder in;
        try {
            in = disk.open(below.isEmpty() ? folder.root() : folder.root().resolve(below), DiskAccess.READ);
        } catch (IOException e) {
            // Gone since it was listed, or somebody else's (lost+found, say): the sink has written nothing there.
            LOG.debug("folder {} below {} is passed over", below, folder.root(), e);
            return;
        }
        for (String name : in.list()) {
            if (leftovers.old(name)) {
                String file = below + "/" + name.replaceFirst("\\.(left|copy(-[0-9]+)?)$", "");
                if (!kept.contains(file)) {
                    strays.add(take(in, name, file));
                }
            } else if (!FolderTree.hidden(name) && isFolder(in, name)) {
                collect(below.isEmpty() ? name : below + "/" + name, kept, strays);
            }
        }
    }

    private static Stray take(DiskFolder in, String name, String file) throws IOException {
        boolean plain = name.endsWith(HiddenFile.SUFFIX);
        boolean taken = plain && SinkFolder.move(in, name, name + LEFT);
        return new Stray(in, plain ? name + LEFT : name, file, taken);
    }

    private static boolean isFolder(DiskFolder in, String name) throws IOException {
        try {
            return in.entry(name).folder();
        } catch (IOException gone) {
            return false;
        }
    }
}

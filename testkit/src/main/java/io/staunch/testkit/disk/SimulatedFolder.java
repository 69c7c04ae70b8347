package io.staunch.testkit.disk;

import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The names in a folder: as processes see them, and as they are durable. */
final class SimulatedFolder {
    private final NavigableMap<String, SimulatedFile> files = new TreeMap<>();
    private final NavigableMap<String, SimulatedFile> durable = new TreeMap<>();
    private final Set<String> unsynced = new TreeSet<>();

    List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Nullable
    SimulatedFile file(String name) {
        return files.get(name);
    }

    SimulatedFile existing(String name) {
        SimulatedFile file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException("there is no file " + name + " among " + files.keySet());
        }
        return file;
    }

    void put(String name, SimulatedFile file) {
        files.put(name, file);
        unsynced.add(name);
    }

    void remove(String name) {
        files.remove(name);
        unsynced.add(name);
    }

    void replace(String name, byte[] content) {
        put(name, SimulatedFile.durable(content));
        sync(name);
        unsynced.remove(name);
    }

    void sync() {
        unsynced.forEach(this::sync);
        unsynced.clear();
    }

    private void sync(String name) {
        SimulatedFile file = files.get(name);
        if (file == null) {
            durable.remove(name);
        } else {
            durable.put(name, file);
        }
    }

    long bytes() {
        return files.values().stream().mapToLong(SimulatedFile::length).sum();
    }

    /** The power fails. Each unsynced name is as it was or as it was to be; each file has lost what it loses. */
    void crash(RandomGenerator chance) {
        for (String name : unsynced) {
            if (files.get(name) != durable.get(name) && chance.nextInt(2) == 0) {
                sync(name);
            }
        }
        unsynced.clear();
        files.clear();
        files.putAll(durable);
        files.values().forEach(file -> file.crash(chance));
    }
}

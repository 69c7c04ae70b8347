package io.staunch.testkit.disk;

import java.util.List;
import java.util.Map;
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
    private final Runnable changed;
    /** Names that were renamed into each other since the last sync: the power failure leaves all of them as they were, or none. */
    private final Map<String, Set<String>> renamed = new TreeMap<>();

    /** @param changed called whenever a name has come, has gone, or is another file's */
    SimulatedFolder(Runnable changed) {
        this.changed = changed;
    }

    List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Nullable
    SimulatedFile file(String name) {
        return files.get(name);
    }

    boolean has(SimulatedFile file) {
        return files.containsValue(file);
    }

    SimulatedFile existing(String name) {
        SimulatedFile file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException("there is no file " + name + " among " + files.keySet());
        }
        return file;
    }

    void put(String name, SimulatedFile file) {
        changed.run();
        files.put(name, file);
        unsynced.add(name);
    }

    void remove(String name) {
        changed.run();
        files.remove(name);
        unsynced.add(name);
    }

    void replace(String name, SimulatedFile file) {
        put(name, file);
        sync(name);
        unsynced.remove(name);
    }

    /** Both names change in one step, and are durable together. */
    void rename(String from, String to, SimulatedFile file) {
        changed.run();
        files.remove(from);
        files.put(to, file);
        unsynced.add(from);
        unsynced.add(to);
        Set<String> together = new TreeSet<>(List.of(from, to));
        for (String name : List.of(from, to)) {
            together.addAll(renamed.getOrDefault(name, Set.of()));
        }
        together.forEach(name -> renamed.put(name, together));
    }

    void sync() {
        unsynced.forEach(this::sync);
        unsynced.clear();
        renamed.clear();
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
        changed.run();
        for (String name : unsynced) {
            Set<String> together = renamed.getOrDefault(name, Set.of(name));
            boolean asked = !name.equals(together.iterator().next());
            boolean changed = together.stream().anyMatch(each -> files.get(each) != durable.get(each));
            if (!asked && changed && chance.nextInt(2) == 0) {
                together.forEach(this::sync);
            }
        }
        unsynced.clear();
        renamed.clear();
        files.clear();
        files.putAll(durable);
        files.values().forEach(file -> file.crash(chance));
    }
}

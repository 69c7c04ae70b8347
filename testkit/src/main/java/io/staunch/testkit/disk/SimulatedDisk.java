package io.staunch.testkit.disk;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The disk of one machine, in memory. It outlives the processes that use it. Used by one thread at a time.
 *
 * <p><b>What it does to its users.</b>
 *
 * <ul>
 *   <li>A process dies before, during or after any call ({@link DiskProcess#kill()}, {@link DiskFault}). What it wrote stays for all
 *       others, synced or not; its locks are gone. An append that it died in has left any prefix.
 *   <li>The power fails ({@link #crash()}). All processes die. Of what was appended to a file since its last sync there remains nothing,
 *       all, any prefix, or any of its 512-byte sectors with zeros in place of the others; each file by itself, so a later write may
 *       outlive an earlier one. A truncation that was not synced may be undone in the same ways. Each name that was created or deleted
 *       since the folder's last sync is there or not, each by itself; a renaming since then has happened as a whole or not at all. Synced
 *       bytes in a file of synced name remain. Folders remain.
 *   <li>A call fails before it did anything, or after it did everything. An append fails half way. The disk is full
 *       ({@link #capacity}).
 *   <li>A sync fails. Then what it was to write is read back as if nothing were wrong, and a later sync succeeds and does not write it: it
 *       may be gone after the next power failure (as on Linux).
 *   <li>Locks exclude processes, or do not ({@link #locksExclude}), as if the processes were on two machines.
 * </ul>
 *
 * <p><b>What it does not do</b> unless a test does it by {@link #replace}: change bytes that were written, or lose synced ones. Reads and
 * listings are never stale; creating a file, renaming it and taking a lock are atomic.
 *
 * <p>All choices come from one generator: {@link EveryChoice} takes them all, one seed repeats them.
 */
public final class SimulatedDisk implements Disk {
    private final RandomGenerator chance;
    private final Map<Path, SimulatedFolder> folders = new TreeMap<>();
    private final List<DiskProcess> processes = new ArrayList<>();
    private final Map<String, DiskProcess> locks = new HashMap<>();
    private final Map<String, String> lockTexts = new HashMap<>();
    private DiskPlan plan = DiskPlan.NOTHING;
    private boolean locksExclude = true;
    private long capacity = Long.MAX_VALUE;
    private long used;
    private long calls;
    private long madeFiles;
    private long changes;

    public SimulatedDisk(RandomGenerator chance) {
        this.chance = chance;
    }

    /** What goes wrong from now on. */
    public void plan(DiskPlan newPlan) {
        plan = newPlan;
    }

    /** How many bytes all files together can hold. May be less than they do: then nothing can be appended. */
    public void capacity(long bytes) {
        capacity = bytes;
    }

    /** How many bytes all files together hold. */
    public long used() {
        return used;
    }

    /** Whether a lock that a process holds is refused to others. */
    public void locksExclude(boolean exclude) {
        locksExclude = exclude;
    }

    /** How many calls were made. */
    public long calls() {
        return calls;
    }

    /** A new process. */
    public DiskProcess process(String name) {
        var process = new DiskProcess(this, name);
        processes.add(process);
        return process;
    }

    /** The folder as a new process sees it. */
    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        return process("process " + (processes.size() + 1)).open(folder, access);
    }

    /** The power fails: all processes die, and what was not synced remains by chance. */
    public void crash() {
        processes.forEach(DiskProcess::kill);
        processes.clear();
        folders.values().forEach(folder -> folder.crash(chance));
        used = folders.values().stream().mapToLong(SimulatedFolder::bytes).sum();
    }

    /** The names of all files in a folder, in order; for tests, without a call. */
    public List<String> files(Path folder) {
        return folder(folder).names();
    }

    /** The bytes of a file, as they are now; for tests, without a call. */
    public byte[] content(Path folder, String file) {
        return folder(folder).existing(file).copy();
    }

    /** The folders that are at or below a path; for tests, without a call. */
    public List<Path> folders(Path under) {
        Path root = under.toAbsolutePath().normalize();
        return folders.keySet().stream().filter(path -> path.startsWith(root)).toList();
    }

    /** How often any name on the disk has changed: as long as it has not, no file has come or gone; for tests, without a call. */
    public long changes() {
        return changes;
    }

    /** Somebody else appends to a file, durably, and creates it if it is missing; for tests, without a call. */
    public void append(Path folder, String file, byte[] bytes) {
        SimulatedFile there = folder(folder).file(file);
        if (there == null) {
            replace(folder, file, bytes);
        } else {
            there.append(ByteBuffer.wrap(bytes), bytes.length);
            there.sync();
            used += bytes.length;
        }
    }

    /** Replaces a file, durably, or creates it; for tests, without a call. */
    public void replace(Path folder, String file, byte[] content) {
        folder(folder).replace(file, SimulatedFile.durable(nextFile(), content));
        used = folders.values().stream().mapToLong(SimulatedFolder::bytes).sum();
    }

    /** A disk of the same durable content, without processes; for tests, without a call. */
    public SimulatedDisk copy(RandomGenerator newChance) {
        var copy = new SimulatedDisk(newChance);
        folders.forEach((path, folder) -> folder.names()
                .forEach(name -> copy.replace(path, name, folder.existing(name).copy())));
        return copy;
    }

    SimulatedFolder folder(Path folder) {
        return folders.computeIfAbsent(
                folder.toAbsolutePath().normalize(), path -> new SimulatedFolder(() -> changes++));
    }

    boolean has(Path folder) {
        return folders.containsKey(folder.toAbsolutePath().normalize());
    }

    boolean isFile(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        return parent != null
                && has(parent)
                && folder(parent).file(absolute.getFileName().toString()) != null;
    }

    /** The names of the folders in a folder. */
    List<String> foldersIn(Path folder) {
        Path parent = folder.toAbsolutePath().normalize();
        return folders.keySet().stream()
                .filter(path -> path.startsWith(parent) && path.getNameCount() > parent.getNameCount())
                .map(path -> path.getName(parent.getNameCount()).toString())
                .distinct()
                .toList();
    }

    /** The number of one more file. */
    long nextFile() {
        return ++madeFiles;
    }

    RandomGenerator chance() {
        return chance;
    }

    /** Counts a call and decides its fate. */
    DiskFault next(DiskProcess process, DiskCall.Kind kind, String file, long bytes) {
        calls++;
        return plan.before(new DiskCall(calls, process.name(), kind, file, bytes));
    }

    /** How many of the wanted bytes still have room. */
    int room(int wanted) {
        return (int) Math.max(0, Math.min(wanted, capacity - used));
    }

    long free() {
        return Math.max(0, capacity - used);
    }

    void grown(long bytes) {
        used += bytes;
    }

    boolean take(String lock, DiskProcess process, String text) {
        DiskProcess holder = locks.get(lock);
        if (holder != null && locksExclude) {
            return false;
        }
        locks.put(lock, process);
        lockTexts.put(lock, text);
        return true;
    }

    String lockText(String lock) {
        return lockTexts.getOrDefault(lock, "");
    }

    void release(String lock, DiskProcess process) {
        locks.remove(lock, process);
    }

    void releaseAll(DiskProcess process) {
        locks.values().removeIf(holder -> holder == process);
    }
}

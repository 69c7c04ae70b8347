package io.staunch.verification.matrix;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of a few megabytes in memory, which can be filled and made read-only. An ordinary user has it in a name space of its own
 * (Linux, {@code unshare}); root mounts it where that is forbidden. A shell that holds it obeys this object, and takes it along when it
 * ends. Used by one thread.
 */
final class SmallDisk implements AutoCloseable {
    private static final String DONE = "done ";

    private final Process shell;
    private final BufferedReader answers;
    private final Writer orders;
    private final Path mount;
    private final List<String> enter;

    private SmallDisk(Process shell, Path mount, List<String> enter) {
        this.shell = shell;
        this.mount = mount;
        this.enter = enter;
        answers = shell.inputReader(StandardCharsets.UTF_8);
        orders = shell.outputWriter(StandardCharsets.UTF_8);
    }

    /** There can be none here. */
    static final class NotPossible extends IOException {
        private static final long serialVersionUID = 1L;

        NotPossible(String why) {
            super(why);
        }
    }

    /**
     * Makes one at a folder.
     *
     * @param megabytes its size
     * @throws NotPossible with the reason
     */
    static SmallDisk at(Path mount, int megabytes) throws IOException, InterruptedException {
        Files.createDirectories(mount);
        try {
            return mounted(List.of("unshare", "--user", "--map-root-user", "--mount", "sh"), true, mount, megabytes);
        } catch (NotPossible asUser) {
            try {
                return mounted(List.of("sh"), false, mount, megabytes);
            } catch (NotPossible asRoot) {
                throw new NotPossible("no small file system can be mounted here: " + asUser.getMessage() + "; "
                        + asRoot.getMessage() + ". Allow user name spaces (sysctl user.max_user_namespaces), or run as"
                        + " root");
            }
        }
    }

    private static SmallDisk mounted(List<String> command, boolean ownSpace, Path mount, int megabytes)
            throws IOException, InterruptedException {
        Process shell;
        try {
            shell = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new NotPossible(e.getMessage());
        }
        List<String> enter = ownSpace
                ? List.of(
                        "nsenter",
                        "--target",
                        Long.toString(shell.pid()),
                        "--user",
                        "--mount",
                        "--preserve-credentials")
                : List.of();
        var disk = new SmallDisk(shell, mount, enter);
        try {
            disk.order("mount -t tmpfs -o size=" + megabytes + "m staunch-matrix '" + mount + "'");
            return disk;
        } catch (IOException e) {
            disk.end();
            throw new NotPossible(String.join(" ", command) + ": " + e.getMessage());
        }
    }

    /** What a command must be run by that is to see it; empty if every command does. */
    List<String> enter() {
        return enter;
    }

    /** Its root. */
    Path path() {
        return mount;
    }

    /** Takes all the space that is left. */
    void fill() throws IOException {
        order("cat /dev/zero > '" + mount.resolve("fill") + "' 2>/dev/null; [ $(df --output=avail '" + mount
                + "' | tail -n 1) -eq 0 ]");
    }

    /** Gives the space back that {@link #fill} took. */
    void free() throws IOException {
        order("rm -f '" + mount.resolve("fill") + "'");
    }

    /** Only while nobody has a file open for writing. */
    void readOnly(boolean yes) throws IOException {
        order("mount -o remount," + (yes ? "ro" : "rw") + " '" + mount + "'");
    }

    private void order(String command) throws IOException {
        try {
            orders.write(command + "; echo; echo \"" + DONE + "$?\"\n");
            orders.flush();
        } catch (IOException gone) {
            // Its last words say why.
        }
        var said = new StringBuilder();
        String line = answers.readLine();
        while (line != null && !line.startsWith(DONE)) {
            said.append(line.strip()).append(line.isBlank() ? "" : " ");
            line = answers.readLine();
        }
        if (!(DONE + "0").equals(line)) {
            throw new IOException(
                    said.isEmpty()
                            ? "'" + command + "' has failed"
                            : said.toString().strip());
        }
    }

    private void end() throws IOException, InterruptedException {
        try {
            orders.close();
        } catch (IOException gone) {
            // It has ended already.
        }
        shell.waitFor();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (enter.isEmpty()) {
            order("umount '" + mount + "'");
        }
        end();
    }
}

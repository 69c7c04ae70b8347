package io.staunch.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The child's side of a {@link ChildJvm}. Standard output belongs to the parent from then on, and what else is printed goes to the log. The
 * JVM halts when its standard input ends, since then its parent is gone. Safe for use by any thread.
 */
public final class ParentLink {
    private final PrintStream parent;

    private ParentLink(PrintStream parent) {
        this.parent = parent;
    }

    /**
     * Takes over standard input and output.
     *
     * @param obey is given each line that the parent says, by a thread of its own
     */
    public static ParentLink open(Consumer<String> obey) {
        var link = new ParentLink(System.out);
        System.setOut(System.err);
        var thread = new Thread(() -> listen(obey), "parent-watch");
        thread.setDaemon(true);
        thread.start();
        return link;
    }

    /** Says a line to the parent. */
    public void say(String line) {
        synchronized (parent) {
            parent.println(line);
            parent.flush();
        }
    }

    private static void listen(Consumer<String> obey) {
        try (var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            input.lines().forEach(obey);
        } catch (IOException | RuntimeException e) {
            System.err.println("Lost sight of the parent: " + e);
        }
        Runtime.getRuntime().halt(2);
    }
}

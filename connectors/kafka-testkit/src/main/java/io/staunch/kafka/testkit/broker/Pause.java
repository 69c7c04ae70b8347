package io.staunch.kafka.testkit.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A process held by SIGSTOP, until {@link #end()} or the end of this JVM: a stopped process can't notice by itself that
 * its parent is gone. A shell of its own waits for either. One owner; not safe for several threads.
 */
final class Pause {
    private static final String STOP_UNTIL_INPUT_ENDS =
            "trap '' INT; kill -STOP \"$1\" && echo stopped && read -r line; kill -CONT \"$1\"";

    private final Process shell;

    private Pause(Process shell) {
        this.shell = shell;
    }

    /** Stops a process; it stands still when this returns. */
    static Pause of(long pid) {
        try {
            Process shell = new ProcessBuilder("sh", "-c", STOP_UNTIL_INPUT_ENDS, "sh", String.valueOf(pid))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (shell.inputReader(StandardCharsets.UTF_8).readLine() == null) {
                throw new BrokerException("Process " + pid + " can't be stopped; it may have ended already");
            }
            awaitStandstill(Path.of("/proc", String.valueOf(pid), "task"));
            return new Pause(shell);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The signal reaches one thread after the other, within microseconds. Linux lets us see when it has reached all. */
    private static void awaitStandstill(Path threads) throws IOException {
        while (Files.exists(threads) && anyMoves(threads)) {
            Thread.onSpinWait();
        }
    }

    private static boolean anyMoves(Path threads) throws IOException {
        try (Stream<Path> folders = Files.list(threads)) {
            for (Path thread : (Iterable<Path>) folders::iterator) {
                String status = Files.readString(thread.resolve("stat"));
                char state = status.charAt(status.lastIndexOf(')') + 2);
                if ("TtZX".indexOf(state) < 0) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /** Lets the process go on. */
    void end() {
        try {
            shell.getOutputStream().close();
            shell.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            // The shell has been told; all that is lost is the wait for it.
            Thread.currentThread().interrupt();
        }
    }
}

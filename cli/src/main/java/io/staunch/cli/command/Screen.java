package io.staunch.cli.command;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Where a command writes for people: whole lines, and a bar that is drawn over itself. Without a terminal the bar becomes a plain line
 * now and then. Safe for use by any thread.
 */
public final class Screen {
    private static final int WIDTH = 30;
    private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PLAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final PrintStream out;
    private final boolean terminal;
    private long drawnNanos = System.nanoTime() - PLAIN_NANOS;
    private boolean barShown;
    private String shown = "";

    public Screen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Whether the launcher has found a terminal at standard output. */
    public static boolean hasTerminal() {
        return Boolean.getBoolean("staunch.terminal");
    }

    /** Writes a line, above the bar if there is one. */
    public synchronized void line(String text) {
        clearBar();
        out.println(text);
        out.flush();
    }

    /** Draws the bar anew, unless it was drawn a moment ago. */
    public synchronized void progress(String what, long done, long of, String more) {
        long now = System.nanoTime();
        boolean complete = done >= of;
        if (!complete && now - drawnNanos < (terminal ? REDRAW_NANOS : PLAIN_NANOS)) {
            return;
        }
        drawnNanos = now;
        String figures = String.format(Locale.ROOT, "%s %3d %%  %,d of %,d%s", what, percent(done, of), done, of, more);
        if (figures.equals(shown) && !terminal) {
            return;
        }
        shown = figures;
        if (terminal) {
            int filled = (int) (WIDTH * Math.min(done, of) / Math.max(1, of));
            out.print("\r\033[2K[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + figures);
            barShown = true;
        } else {
            out.println("  " + figures);
        }
        out.flush();
    }

    private void clearBar() {
        if (barShown) {
            out.print("\r\033[2K");
            barShown = false;
        }
    }

    private static long percent(long done, long of) {
        return of == 0 ? 100 : 100 * done / of;
    }
}

package io.staunch.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** What is written to the log, which goes to the error output here. */
final class Logged {
    private static final ByteArrayOutputStream LOG = new ByteArrayOutputStream();

    private Logged() {}

    interface Act {
        void run() throws Exception;
    }

    /** While something is done. */
    static String by(Act act) throws Exception {
        LOG.reset();
        PrintStream before = System.err;
        System.setErr(new PrintStream(LOG, true, UTF_8));
        try {
            act.run();
        } finally {
            System.setErr(before);
        }
        return soFar();
    }

    /** Since {@link #by} was called. */
    static String soFar() {
        return LOG.toString(UTF_8);
    }
}

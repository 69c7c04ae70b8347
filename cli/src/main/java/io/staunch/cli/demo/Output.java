package io.staunch.cli.demo;

import java.io.IOException;

/** What comes out, as it is counted. Owned by the thread that reads it. */
interface Output {
    /**
     * A record has come out.
     *
     * @throws IOException if it can't be read; so with IllegalArgumentException
     */
    void add(int partition, byte[] value) throws IOException;

    /** A record has come out that can't be read. */
    void addUnreadable();

    /** How many records have come out. */
    long out();

    /** How many different ones. */
    int distinct();

    /** The highest number of a record that went in and has come out, or about that: how far the job is. */
    int highest();
}

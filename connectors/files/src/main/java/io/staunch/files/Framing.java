package io.staunch.files;

/** Finds where records end in a stream of bytes that comes in pieces. Has the state between two pieces; owned by one thread. */
interface Framing {
    /**
     * Looks at bytes in order until a record ends.
     *
     * @return the index behind the last byte of the record, its line end included; -1 if none ends here
     */
    int end(byte[] bytes, int from, int to);

    /** Begins anew, at the beginning of a record. */
    void reset();
}

package io.staunch.statebackend.heap;

/** How values of one class are kept in longs, in {@link FlatLayouts#fields} of them. */
interface FlatLayout {
    /** Makes the value that is kept from there on. */
    Object read(long[] rows, int at);

    void write(long[] rows, int at, Object value);
}

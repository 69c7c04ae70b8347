package io.staunch.statebackend.heap;

/**
 * How values of one class are kept in longs, in {@link FlatLayouts#fields} of them.
 *
 * <p>A class with public methods, and no interface: while it has a single heir in use, the JVM knows whom it calls even where it has not seen
 * a call yet, as when a job that has only met new keys begins to meet them again.
 */
abstract class FlatLayout {
    /** Makes the value that is kept from there on. */
    public abstract Object read(long[] rows, int at);

    public abstract void write(long[] rows, int at, Object value);
}

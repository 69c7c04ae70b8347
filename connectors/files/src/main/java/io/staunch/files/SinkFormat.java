package io.staunch.files;

import io.staunch.sink.RefusedRecordException;
import java.io.Serializable;
import java.util.List;

/** How records are written to a file. */
interface SinkFormat<T> extends Serializable {
    /** For descriptions: what the files hold. */
    String words();

    /** The end of their names, with its dot. */
    String suffix();

    /** All mistakes in the configuration. */
    List<String> problems();

    /** Keeps nothing between calls: several threads may use it. */
    Encoder<T> open();

    /** Writes records. */
    interface Encoder<T> {
        /** What each file begins with. */
        byte[] header();

        /** A record with its line end. */
        byte[] encode(T value) throws RefusedRecordException;
    }
}

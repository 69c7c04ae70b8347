package io.staunch.files;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the records of a file are written. */
interface FileFormat<T> extends Serializable {
    /** For descriptions: what the files hold. */
    String words();

    /** How records are told apart, for one file. */
    Framing framing();

    /** Whether the first record of a file names the columns. */
    boolean hasHeader();

    /** All mistakes in the configuration. */
    List<String> problems();

    /** For one reader, on one thread. */
    Reader<T> open();

    /** Reads records. */
    interface Reader<T> {
        /**
         * Another file comes.
         *
         * @param header its first record, if the format has one
         * @throws FileRefusedException if no record of such a file can be read
         */
        void begin(byte @Nullable [] header);

        /** The record in these bytes, which are without a line end; null if they are read as nothing. Throws if it can't be read. */
        @Nullable
        T read(byte[] bytes, int from, int length) throws Exception;
    }
}

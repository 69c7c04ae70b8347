package io.staunch.files;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** How a file is compressed, as its name's end tells. */
enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZSTD(".zst");

    private static final int BUFFER = 64 << 10;

    final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    static Compression of(String name) {
        return name.endsWith(GZIP.suffix) ? GZIP : name.endsWith(ZSTD.suffix) ? ZSTD : NONE;
    }

    /** What is written to it goes compressed into the other one, as a stream of its own that ends when it is closed. */
    OutputStream stored(OutputStream raw) throws IOException {
        return switch (this) {
            case NONE -> raw;
            case GZIP -> new GZIPOutputStream(raw, BUFFER);
            case ZSTD -> new ZstdOutputStream(raw);
        };
    }

    /** The content. Reads more of a file when a stream in it has ended and another one follows. */
    InputStream content(InputStream raw) throws IOException {
        return switch (this) {
            case NONE -> raw;
            case GZIP -> new GZIPInputStream(raw, BUFFER);
            case ZSTD -> new ZstdInputStream(raw);
        };
    }
}

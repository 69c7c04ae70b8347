package io.staunch.files;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Bytes as the file of a name holds them. */
final class Compressed {
    private Compressed() {}

    static byte[] as(Compression compression, byte[] bytes) {
        return switch (compression) {
            case NONE -> bytes;
            case GZIP -> gzip(bytes);
            case ZSTD -> Zstd.compress(bytes);
        };
    }

    private static byte[] gzip(byte[] bytes) {
        var stored = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(stored)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return stored.toByteArray();
    }
}

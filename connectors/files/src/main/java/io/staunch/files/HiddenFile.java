package io.staunch.files;

import io.staunch.environment.DiskFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that is being written and that nobody is shown. Owned by the writer. */
final class HiddenFile {
    private static final Logger LOG = LoggerFactory.getLogger(HiddenFile.class);
    private static final int PIECE = 64 << 10;
    /** Of the name of one that may be written to. */
    static final String SUFFIX = ".writing";

    private final String folder;
    private final String shown;
    private final Compression compression;
    private final DiskFile file;
    private final long madeNanos;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private @Nullable OutputStream stream;
    private boolean dirty;

    HiddenFile(String folder, String shown, Compression compression, DiskFile file, long madeNanos) {
        this.folder = folder;
        this.shown = shown;
        this.compression = compression;
        this.file = file;
        this.madeNanos = madeNanos;
    }

    static String hidden(String shown) {
        return "." + shown + SUFFIX;
    }

    String folder() {
        return folder;
    }

    long madeNanos() {
        return madeNanos;
    }

    /** Whether there is something in it that {@link #settle} has not settled. */
    boolean dirty() {
        return dirty;
    }

    /** About how many bytes it has, as they are stored. */
    long length() {
        return file.length() + buffer.size();
    }

    void write(byte[] bytes) throws IOException {
        dirty = true;
        if (stream == null) {
            stream = compression.stored(buffer);
        }
        stream.write(bytes);
        if (buffer.size() >= PIECE) {
            drain();
        }
    }

    /** All that was written so far is safe, and can be read by itself: a compressed stream ends here. */
    void settle() throws IOException {
        if (stream != null) {
            stream.close();
            stream = null;
        }
        drain();
        file.sync();
        dirty = false;
    }

    private void drain() throws IOException {
        file.append(ByteBuffer.wrap(buffer.toByteArray()));
        buffer.reset();
    }

    Written written(boolean show) {
        return new Written(folder, hidden(shown), shown, file.length(), show);
    }

    /** Nothing is lost by an error: what counts was synced. */
    void close() {
        try {
            if (stream != null) {
                stream.close();
            }
            file.close();
        } catch (IOException e) {
            LOG.debug("hidden file {} can't be closed", shown, e);
        }
    }
}

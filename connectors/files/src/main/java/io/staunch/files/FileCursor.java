package io.staunch.files;

import io.staunch.environment.DiskEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one file from a place on, in pieces of whole records. Owned by the fetch agent.
 *
 * <p>What is given out is of the file that the place is of, or nothing is: identity and length are looked at after each reading from the disk,
 * and the first bytes whenever reading begins or the file has grown.
 */
final class FileCursor {
    private static final Logger LOG = LoggerFactory.getLogger(FileCursor.class);
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int SHORTEST_BUFFER = 256 << 10;

    private final int number;
    private final FilePosition start;
    private final FolderTree.Found found;
    private final String path;
    private final FileOptions options;
    private final Compression compression;
    private final Framing framing;
    private final boolean wantsHeader;

    private Head head;
    private @Nullable RawInput raw;
    private @Nullable InputStream content;
    private byte[] buffer = new byte[0];
    private int filled;
    /** Up to here the framing has looked. */
    private int framed;
    /** Offset in the content of the buffer's first byte: the beginning of a record, but for one that is too long. */
    private long base;

    private boolean pastPreamble;
    private byte @Nullable [] header;
    private boolean tooLong;
    private long tooLongFrom;
    /** Offset behind the last record given out. */
    private long reached;
    /** Length of the file when it was read to its end as it was; -1 if it was not. */
    private long seenLength = -1;

    private boolean done;

    FileCursor(
            int number,
            FilePosition start,
            FolderTree.Found found,
            String path,
            FileFormat<?> format,
            FileOptions options) {
        this.number = number;
        this.start = start;
        this.found = found;
        this.path = path;
        this.options = options;
        compression = Compression.of(found.name());
        framing = format.framing();
        wantsHeader = format.hasHeader();
        head = start.head();
        reached = start.offset();
        done = start.done();
    }

    int number() {
        return number;
    }

    String path() {
        return path;
    }

    /** Nothing more will come. */
    boolean done() {
        return done;
    }

    /** Some records, or null if there are none now. */
    @Nullable
    Piece more() throws IOException {
        Piece piece;
        try {
            piece = next();
        } catch (NoSuchFileException e) {
            close();
            if (!options.deletedAllowed()) {
                throw FileFault.gone(path, reached);
            }
            LOG.warn(
                    "file {}, read up to byte {} of its content, is gone: it counts as read to its end", path, reached);
            return finish(new byte[0], new int[0]);
        }
        if (piece != null) {
            lookAfterwards();
        }
        return piece;
    }

    /** What was read was not of another file that has come under its name meanwhile. One that is gone by now was there. */
    private void lookAfterwards() throws IOException {
        try {
            look();
        } catch (NoSuchFileException e) {
            LOG.debug("file {} was deleted while it was read", path);
        }
    }

    private @Nullable Piece next() throws IOException {
        DiskEntry entry = look();
        if (entry.length() == seenLength) {
            return null;
        }
        if (content == null || seenLength >= 0) {
            checkHead(entry.length());
        }
        seenLength = -1;
        try {
            InputStream from = open();
            while (true) {
                Piece piece = pastPreamble ? frame() : null;
                if (piece != null) {
                    return piece;
                }
                int room = room();
                int got = from.read(buffer, filled, room);
                if (got < 0) {
                    return atEnd(entry, true);
                }
                filled += got;
                pastPreamble = pastPreamble || preamble(from, false);
            }
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            if (compression == Compression.NONE) {
                throw e;
            }
            if (raw == null || !raw.exhausted()) {
                throw FileFault.damaged(path, compression, reached, e);
            }
            return atEnd(entry, false);
        }
    }

    /** The file is still the one that it was. */
    private DiskEntry look() throws IOException {
        DiskEntry entry = found.folder().entry(found.name());
        if (!options.byContent() && !start.file().equals(fileOf(entry))) {
            throw FileFault.replaced(path, reached, "it was " + start.file() + " and is " + fileOf(entry));
        }
        long stored = compression == Compression.NONE ? reached : 0;
        long least = Math.max(Math.max(start.end(), stored), Math.max(seenLength, raw == null ? 0 : raw.position()));
        if (entry.length() < least) {
            throw FileFault.truncated(path, least, entry.length());
        }
        return entry;
    }

    static String fileOf(DiskEntry entry) {
        return entry.identity().isEmpty() ? "-" : entry.identity();
    }

    private void checkHead(long length) throws IOException {
        byte[] first = found.folder().read(found.name(), 0, (int) Math.min(Head.MOST, length));
        if (!head.fits(first)) {
            throw FileFault.replaced(path, reached, "its first " + head.length() + " bytes are others");
        }
        head = Head.of(first);
    }

    private InputStream open() throws IOException {
        if (content == null) {
            raw = new RawInput(
                    found.folder(), found.name(), start.end() == FilePosition.OPEN ? Long.MAX_VALUE : start.end());
            filled = 0;
            framed = 0;
            base = 0;
            pastPreamble = false;
            tooLong = false;
            framing.reset();
            content = compression.content(raw);
        }
        return content;
    }

    /**
     * Passes over what is before the first record, and on to where reading goes on.
     *
     * @param end whether nothing more comes
     * @return false if there is too little yet to tell
     */
    private boolean preamble(InputStream from, boolean end) throws IOException {
        int compared = Math.min(filled, BOM.length);
        boolean marked = Arrays.equals(buffer, 0, compared, BOM, 0, compared);
        if (marked && compared < BOM.length && !end) {
            return false;
        }
        int begin = marked && compared == BOM.length ? BOM.length : 0;
        if (wantsHeader) {
            framing.reset();
            int behind = framing.end(buffer, begin, filled);
            refuseSwallowedRows(begin, behind < 0 ? filled : behind, behind < 0 && end);
            if (behind < 0 && filled > options.longestRecord()) {
                throw new FileRefusedException("its first record, which should name the columns, is longer than "
                        + options.longestRecord() + " bytes");
            }
            if (behind < 0 && !end) {
                return false;
            }
            behind = behind < 0 ? filled : behind;
            if (header == null) {
                header = Arrays.copyOfRange(buffer, begin, withoutLineEnd(buffer, begin, behind));
            }
            begin = behind;
        }
        framing.reset();
        skipTo(from, Math.max(begin, reached));
        return true;
    }

    /** Rows that are taken for a part of the header would be missing without a word. */
    private void refuseSwallowedRows(int begin, int behind, boolean endless) {
        boolean quoted = false;
        for (int i = begin; i < behind; i++) {
            quoted ^= buffer[i] == '"';
            boolean returns = buffer[i] == '\r' && i + 1 < behind && buffer[i + 1] != '\r' && buffer[i + 1] != '\n';
            if (returns && !quoted) {
                throw new FileRefusedException(
                        "its lines end with a carriage return alone, as those of old Macs do."
                                + " Write it with line feeds under another name, and take this one away with allowDeletedFiles()");
            }
            if (endless && buffer[i] == '\n') {
                throw new FileRefusedException(
                        "its first record, which should name the columns, has a quote that is never"
                                + " closed. Write it right under another name, and take this one away with allowDeletedFiles()");
            }
        }
    }

    private void skipTo(InputStream from, long offset) throws IOException {
        if (offset <= filled) {
            drop((int) offset);
            return;
        }
        long left = offset - filled;
        filled = 0;
        base = offset;
        if (compression == Compression.NONE && raw != null) {
            raw.seek(offset);
            return;
        }
        while (left > 0) {
            int got = from.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (got < 0) {
                throw FileFault.truncated(path, offset, offset - left);
            }
            left -= got;
        }
    }

    /** The records that are whole in the buffer, up to one that is too long; null if there are none. */
    private @Nullable Piece frame() {
        if (tooLong) {
            return endOfTooLong();
        }
        int[] ends = new int[64];
        int records = 0;
        int begin = 0;
        for (int end = framing.end(buffer, framed, filled); end >= 0; end = framing.end(buffer, end, filled)) {
            if (end - begin > options.longestRecord()) {
                return records > 0 ? pieceBefore(begin, ends, records) : tooLongRecord(end);
            }
            ends = records == ends.length ? Arrays.copyOf(ends, 2 * records) : ends;
            ends[records++] = end;
            framed = end;
            begin = end;
        }
        framed = filled;
        if (records > 0) {
            return piece(ends, records);
        }
        if (filled > options.longestRecord()) {
            tooLong = true;
            tooLongFrom = base;
            drop(filled);
        }
        return null;
    }

    /** What is before one that is too long, at which the next look begins. */
    private Piece pieceBefore(int begin, int[] ends, int records) {
        framed = begin;
        framing.reset();
        return piece(ends, records);
    }

    /** The first one in the buffer, of which all is there. */
    private Piece tooLongRecord(int end) {
        tooLongFrom = base;
        framed = end;
        drop(end);
        return tooLongPiece(false);
    }

    private @Nullable Piece endOfTooLong() {
        int end = framing.end(buffer, framed, filled);
        framed = end < 0 ? filled : end;
        drop(framed);
        return end < 0 ? null : tooLongPiece(false);
    }

    private Piece tooLongPiece(boolean last) {
        tooLong = false;
        reached = base;
        return new Piece(number, header, tooLongFrom, new byte[0], new int[0], 1, true, reached, head, last);
    }

    private Piece piece(int[] ends, int records) {
        int behind = ends[records - 1];
        byte[] bytes = Arrays.copyOf(buffer, behind);
        long from = base;
        drop(behind);
        reached = base;
        // With its last record a file is read, so that whoever sees what became of that may delete it.
        boolean last = compression == Compression.NONE && reached == start.end();
        done = last;
        return new Piece(number, header, from, bytes, ends, records, false, reached, head, last);
    }

    /** The file has no more now. */
    private @Nullable Piece atEnd(DiskEntry entry, boolean whole) throws IOException {
        boolean ended = start.end() != FilePosition.OPEN && raw != null && raw.position() == start.end();
        if (!pastPreamble && reached > 0) {
            throw FileFault.truncated(path, reached, entry.length());
        }
        if (!ended && whole && compression != Compression.NONE && start.end() != FilePosition.OPEN) {
            throw FileFault.damaged(
                    path, compression, reached, new IOException("its last stream ends before the file"));
        }
        if (!ended) {
            seenLength = entry.length();
            if (compression != Compression.NONE) {
                close();
            }
            return null;
        }
        if (!whole) {
            throw FileFault.endsInTheMiddle(path, compression);
        }
        if (!pastPreamble && content != null) {
            pastPreamble = preamble(content, true);
        }
        close();
        if (tooLong) {
            done = true;
            return tooLongPiece(true);
        }
        return filled > 0 ? finish(buffer, new int[] {filled}) : finish(buffer, new int[0]);
    }

    private Piece finish(byte[] bytes, int[] ends) {
        done = true;
        long from = ends.length == 0 ? reached : base;
        reached = ends.length == 0 ? reached : base + ends[0];
        return new Piece(number, header, from, bytes, ends, ends.length, false, reached, head, true);
    }

    /** What stands for a file that is not there any more. */
    static Piece gone(int number, FilePosition position) {
        LOG.warn(
                "file {}, read up to byte {} of its content, is gone: it counts as read",
                position.id(),
                position.offset());
        long at = position.offset();
        return new Piece(number, null, at, new byte[0], new int[0], 0, false, at, position.head(), true);
    }

    private int room() {
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(SHORTEST_BUFFER, 2 * filled));
        }
        return buffer.length - filled;
    }

    private void drop(int count) {
        System.arraycopy(buffer, count, buffer, 0, filled - count);
        filled -= count;
        framed = Math.max(0, framed - count);
        base += count;
    }

    /** Where a record ends without its line end. */
    static int withoutLineEnd(byte[] bytes, int from, int to) {
        int end = to;
        if (end > from && bytes[end - 1] == '\n') {
            end--;
            if (end > from && bytes[end - 1] == '\r') {
                end--;
            }
        }
        return end;
    }

    void close() {
        if (content != null) {
            try {
                content.close();
            } catch (IOException e) {
                LOG.debug("file {}, from which was read, can't be closed", path, e);
            }
            content = null;
        }
    }
}

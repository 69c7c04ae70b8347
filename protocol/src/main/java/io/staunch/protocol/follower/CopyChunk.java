package io.staunch.protocol.follower;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.FormatTag;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.ValueReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A piece of a follower's write-ahead copy: the tag, the number of records, and the records in order. Filled by one thread. */
public final class CopyChunk<T> {
    private static final FormatTag TAG = new FormatTag("StWa", "chunk of a write-ahead copy", 1);

    private final Codec<T> codec;
    private final BytesOut records = new BytesOut();
    private int count;

    public CopyChunk(Codec<T> codec) {
        this.codec = codec;
    }

    /** Adds a record behind the others. */
    public void add(T record) {
        codec.write(records, record);
        count++;
    }

    /** How many records it has. */
    public int count() {
        return count;
    }

    /** About how many bytes it has. */
    public int size() {
        return records.size();
    }

    /** The bytes of the chunk; afterwards it is empty. */
    public ByteBuffer take() {
        var out = new BytesOut(records.size() + 16);
        TAG.write(out);
        out.writeVarInt(count);
        out.writeAll(records);
        records.clear();
        count = 0;
        return out.toBuffer();
    }

    /**
     * The records of a chunk.
     *
     * @param reader of what the chunk was written by
     * @throws MalformedBytesException if the bytes are no such chunk
     */
    public static List<Object> read(byte[] bytes, ValueReader<?> reader) {
        var in = new BytesIn(bytes);
        TAG.read(in);
        int count = in.readCount(1);
        List<Object> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            records.add(reader.read(in));
        }
        in.expectEnd();
        return records;
    }
}

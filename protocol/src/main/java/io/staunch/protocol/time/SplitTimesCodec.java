package io.staunch.protocol.time;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.FormatTag;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The times of a task's splits as bytes: the tag, their number, and of each its id, its newest timestamp and whether it is idle. */
public final class SplitTimesCodec {
    private static final FormatTag FORMAT = new FormatTag("StSp", "times of splits", 1);

    private SplitTimesCodec() {}

    public static ByteBuffer write(List<SplitTime> times) {
        var out = new BytesOut();
        FORMAT.write(out);
        out.writeVarInt(times.size());
        for (SplitTime time : times) {
            out.writeString(time.split());
            out.writeLong(time.newest());
            out.writeBoolean(time.idle());
        }
        return out.toBuffer();
    }

    /** What all tasks have written, by split. */
    public static Map<String, SplitTime> read(List<byte[]> chunks) {
        Map<String, SplitTime> times = new LinkedHashMap<>();
        for (byte[] chunk : chunks) {
            for (SplitTime time : read(chunk)) {
                times.put(time.split(), time);
            }
        }
        return times;
    }

    private static List<SplitTime> read(byte[] chunk) {
        var in = new BytesIn(chunk);
        FORMAT.read(in);
        List<SplitTime> times = new ArrayList<>();
        for (int left = in.readCount(10); left > 0; left--) {
            times.add(new SplitTime(in.readString(), in.readLong(), in.readBoolean()));
        }
        in.expectEnd();
        return times;
    }
}

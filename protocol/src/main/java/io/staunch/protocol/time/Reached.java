package io.staunch.protocol.time;

import io.staunch.backend.KeyGroupRange;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.FormatTag;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * How far event time had come in a keyed task when a checkpoint was taken. Stands among the chunks of the operator's state, and replaces
 * what an earlier one of the same task says. As bytes it is the tag, the first and the last key group, and the time.
 *
 * @param groups the task's key groups
 * @param time its watermark
 */
public record Reached(KeyGroupRange groups, long time) {
    private static final FormatTag FORMAT = new FormatTag("StTm", "time of a task", 1);

    public Reached {
        Objects.requireNonNull(groups, "groups");
    }

    public ByteBuffer toBytes() {
        var out = new BytesOut(24);
        FORMAT.write(out);
        out.writeVarInt(groups.first());
        out.writeVarInt(groups.last());
        out.writeLong(time);
        return out.toBuffer();
    }

    /** Whether the chunk is one of these; it is a backend's otherwise. */
    public static boolean is(byte[] chunk) {
        return FORMAT.begins(chunk);
    }

    /** Reads what {@link #toBytes} wrote. */
    public static Reached of(byte[] chunk) {
        var in = new BytesIn(chunk);
        FORMAT.read(in);
        var reached = new Reached(new KeyGroupRange(in.readVarInt(), in.readVarInt()), in.readLong());
        in.expectEnd();
        return reached;
    }
}

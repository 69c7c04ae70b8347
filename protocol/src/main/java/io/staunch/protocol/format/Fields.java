package io.staunch.protocol.format;

import io.staunch.ledger.Owner;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kinds of field that the formats of this package are made of. */
final class Fields {
    private Fields() {}

    static void write(BytesOut out, UUID value) {
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
    }

    static UUID readUuid(BytesIn in) {
        return new UUID(in.readLong(), in.readLong());
    }

    static void write(BytesOut out, Owner owner) {
        write(out, owner.attempt());
        out.writeVarLong(owner.epoch());
        write(out, owner.lineage());
    }

    static Owner readOwner(BytesIn in) {
        return new Owner(readUuid(in), in.readVarLong(), readUuid(in));
    }

    static <T> void writeList(BytesOut out, List<T> values, BiConsumer<BytesOut, T> writer) {
        out.writeVarInt(values.size());
        values.forEach(value -> writer.accept(out, value));
    }

    static <T> List<T> readList(BytesIn in, Function<BytesIn, T> reader) {
        int count = in.readCount(1);
        List<T> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(reader.apply(in));
        }
        return values;
    }

    static <T> void writeNullable(BytesOut out, @Nullable T value, BiConsumer<BytesOut, T> writer) {
        out.writeBoolean(value != null);
        if (value != null) {
            writer.accept(out, value);
        }
    }

    static <T> @Nullable T readNullable(BytesIn in, Function<BytesIn, T> reader) {
        return in.readBoolean() ? reader.apply(in) : null;
    }

    static <E extends Enum<E>> E readEnum(BytesIn in, Class<E> type) {
        int from = in.offset();
        String name = in.readString();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw in.malformed(from, "one of " + List.of(type.getEnumConstants()), "'" + name + "'");
    }
}

package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesOut;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The library's classes that have codecs. */
final class Builtins {
    private static final long NANOS = 999_999_999;

    private static final Map<Class<?>, Codec<?>> CODECS = new LinkedHashMap<>();

    /** Generic classes, with the number of their arguments. */
    private static final Map<Class<?>, Integer> CONTAINERS =
            Map.of(Optional.class, 1, List.class, 1, Set.class, 1, Map.class, 2);

    static {
        primitive(boolean.class, Boolean.class, new ValueCodec<>(BytesOut::writeBoolean, in -> in.readBoolean()));
        primitive(byte.class, Byte.class, new ValueCodec<>((out, v) -> out.writeByte(v), in -> in.readByte()));
        primitive(short.class, Short.class, new ValueCodec<>(Primitives::writeShort, Primitives::readShort));
        primitive(char.class, Character.class, new ValueCodec<>(Primitives::writeChar, Primitives::readChar));
        primitive(int.class, Integer.class, new ValueCodec<>(Primitives::writeInt, Primitives::readInt));
        primitive(long.class, Long.class, new ValueCodec<>(BytesOut::writeZigZag, in -> in.readZigZag()));
        primitive(float.class, Float.class, new ValueCodec<>(BytesOut::writeFloat, in -> in.readFloat()));
        primitive(double.class, Double.class, new ValueCodec<>(BytesOut::writeDouble, in -> in.readDouble()));
        add(String.class, new ValueCodec<>(BytesOut::writeString, in -> in.readString()));
        add(byte[].class, new ValueCodec<>(BytesOut::writeBytes, in -> in.readBytes()));
        add(long[].class, ArrayCodecs.LONGS);
        add(int[].class, ArrayCodecs.INTS);
        add(double[].class, ArrayCodecs.DOUBLES);
        numbers();
        times();
    }

    private Builtins() {}

    private static <T> void primitive(Class<T> type, Class<T> box, Codec<T> codec) {
        add(type, codec);
        add(box, codec);
    }

    private static <T> void add(Class<T> type, Codec<T> codec) {
        CODECS.put(type, codec);
    }

    private static void numbers() {
        add(
                BigInteger.class,
                new ValueCodec<>((out, v) -> out.writeBytes(v.toByteArray()), in -> new BigInteger(in.readBytes())));
        add(
                BigDecimal.class,
                new ValueCodec<>(
                        (out, v) -> {
                            out.writeZigZag(v.scale());
                            out.writeBytes(v.unscaledValue().toByteArray());
                        },
                        in -> {
                            int scale = Primitives.readInt(in);
                            return new BigDecimal(new BigInteger(in.readBytes()), scale);
                        }));
        add(
                UUID.class,
                new ValueCodec<>(
                        (out, v) -> {
                            out.writeLong(v.getMostSignificantBits());
                            out.writeLong(v.getLeastSignificantBits());
                        },
                        in -> new UUID(in.readLong(), in.readLong())));
    }

    private static void times() {
        add(
                Instant.class,
                new ValueCodec<>(
                        (out, v) -> {
                            out.writeZigZag(v.getEpochSecond());
                            out.writeVarInt(v.getNano());
                        },
                        in -> Instant.ofEpochSecond(in.readZigZag(), nanos(in.readVarLong()))));
        add(
                Duration.class,
                new ValueCodec<>(
                        (out, v) -> {
                            out.writeZigZag(v.getSeconds());
                            out.writeVarInt(v.getNano());
                        },
                        in -> Duration.ofSeconds(in.readZigZag(), nanos(in.readVarLong()))));
        add(
                LocalDate.class,
                new ValueCodec<>(
                        (out, v) -> out.writeZigZag(v.toEpochDay()), in -> LocalDate.ofEpochDay(in.readZigZag())));
        add(
                LocalTime.class,
                new ValueCodec<>(
                        (out, v) -> out.writeVarLong(v.toNanoOfDay()), in -> LocalTime.ofNanoOfDay(in.readVarLong())));
        add(
                LocalDateTime.class,
                new ValueCodec<>(
                        (out, v) -> {
                            out.writeZigZag(v.toLocalDate().toEpochDay());
                            out.writeVarLong(v.toLocalTime().toNanoOfDay());
                        },
                        in -> LocalDateTime.of(
                                LocalDate.ofEpochDay(in.readZigZag()), LocalTime.ofNanoOfDay(in.readVarLong()))));
    }

    private static long nanos(long read) {
        if (read < 0 || read > NANOS) {
            throw new IllegalArgumentException("a second has no " + Long.toUnsignedString(read) + " nanoseconds");
        }
        return read;
    }

    static @Nullable Codec<?> codec(Class<?> type) {
        return CODECS.get(type);
    }

    /** How many arguments a supported generic class has; 0 for any other class. */
    static int arguments(Class<?> type) {
        return CONTAINERS.getOrDefault(type, 0);
    }
}

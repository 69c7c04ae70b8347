package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Schema.Term;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The library's classes that have codecs. Each codec is made when it is asked for: linking all their lambdas would slow down the start. */
final class Builtins {
    private static final long MOST_NANOS = 999_999_999;

    /** Generic classes, with the number of their arguments. */
    private static final Map<Class<?>, Integer> CONTAINERS =
            Map.of(Optional.class, 1, List.class, 1, Set.class, 1, Map.class, 2);

    /** By the simple names that schemas have. */
    private static final Map<String, String> BOXES = Map.of(
            "Boolean",
            "boolean",
            "Byte",
            "byte",
            "Short",
            "short",
            "Character",
            "char",
            "Integer",
            "int",
            "Long",
            "long",
            "Float",
            "float",
            "Double",
            "double");

    private static final List<Class<?>> VALUES = List.of(
            String.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            Instant.class,
            Duration.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class);

    private Builtins() {}

    /** Whether there is a codec for this class, without type arguments. */
    static boolean has(Class<?> type) {
        return codec(type) != null;
    }

    /** Whether a value of this type is never null, and so written without a mark. */
    static boolean isPrimitive(Term term) {
        return BOXES.containsValue(term.name());
    }

    /** The name of the primitive that is written in the same way, for a box; any other name as it is. */
    static String unboxed(String name) {
        return BOXES.getOrDefault(name, name);
    }

    /** The codec of one of these classes by its name in schemas, or null. */
    static @Nullable Codec<?> codecOf(Term term) {
        if (!term.arguments().isEmpty()) {
            return null;
        }
        String name = unboxed(term.name());
        return switch (name) {
            case "boolean" -> codec(boolean.class);
            case "byte" -> codec(byte.class);
            case "short" -> codec(short.class);
            case "char" -> codec(char.class);
            case "int" -> codec(int.class);
            case "long" -> codec(long.class);
            case "float" -> codec(float.class);
            case "double" -> codec(double.class);
            default ->
                VALUES.stream()
                        .filter(type -> type.getSimpleName().equals(name))
                        .findFirst()
                        .map(Builtins::codec)
                        .orElse(null);
        };
    }

    /** How many arguments a supported generic class has; 0 for any other class. */
    static int arguments(Class<?> type) {
        return CONTAINERS.getOrDefault(type, 0);
    }

    static @Nullable Codec<?> codec(Class<?> type) {
        return switch (type.getName()) {
            case "boolean", "java.lang.Boolean" -> new ValueCodec<>(BytesOut::writeBoolean, BytesIn::readBoolean);
            case "byte", "java.lang.Byte" -> new ValueCodec<>(Primitives::writeByte, BytesIn::readByte);
            case "short", "java.lang.Short" -> new ValueCodec<>(Primitives::writeShort, Primitives::readShort);
            case "char", "java.lang.Character" -> new ValueCodec<>(Primitives::writeChar, Primitives::readChar);
            case "int", "java.lang.Integer" -> new ValueCodec<>(Primitives::writeInt, Primitives::readInt);
            case "long", "java.lang.Long" -> new ValueCodec<>(BytesOut::writeZigZag, BytesIn::readZigZag);
            case "float", "java.lang.Float" -> new ValueCodec<>(BytesOut::writeFloat, BytesIn::readFloat);
            case "double", "java.lang.Double" -> new ValueCodec<>(BytesOut::writeDouble, BytesIn::readDouble);
            case "java.lang.String" -> new ValueCodec<>(BytesOut::writeString, BytesIn::readString);
            case "[B" -> new ValueCodec<>(BytesOut::writeBytes, BytesIn::readBytes);
            case "[J" -> new ValueCodec<>(PrimitiveArrays::writeLongs, PrimitiveArrays::readLongs);
            case "[I" -> new ValueCodec<>(PrimitiveArrays::writeInts, PrimitiveArrays::readInts);
            case "[D" -> new ValueCodec<>(PrimitiveArrays::writeDoubles, PrimitiveArrays::readDoubles);
            case "java.math.BigInteger" -> new ValueCodec<>(Builtins::write, in -> new BigInteger(in.readBytes()));
            case "java.math.BigDecimal" -> new ValueCodec<>(Builtins::write, Builtins::readBigDecimal);
            case "java.util.UUID" -> new ValueCodec<>(Builtins::write, in -> new UUID(in.readLong(), in.readLong()));
            case "java.time.Instant" ->
                new ValueCodec<>(Builtins::write, in -> Instant.ofEpochSecond(in.readZigZag(), nanos(in)));
            case "java.time.Duration" ->
                new ValueCodec<>(Builtins::write, in -> Duration.ofSeconds(in.readZigZag(), nanos(in)));
            case "java.time.LocalDate" -> new ValueCodec<>(Builtins::write, Builtins::readDate);
            case "java.time.LocalTime" -> new ValueCodec<>(Builtins::write, Builtins::readTime);
            case "java.time.LocalDateTime" ->
                new ValueCodec<>(Builtins::write, in -> LocalDateTime.of(readDate(in), readTime(in)));
            default -> null;
        };
    }

    private static void write(BytesOut out, BigInteger value) {
        out.writeBytes(value.toByteArray());
    }

    private static void write(BytesOut out, BigDecimal value) {
        out.writeZigZag(value.scale());
        out.writeBytes(value.unscaledValue().toByteArray());
    }

    private static BigDecimal readBigDecimal(BytesIn in) {
        int scale = Primitives.readInt(in);
        return new BigDecimal(new BigInteger(in.readBytes()), scale);
    }

    private static void write(BytesOut out, UUID value) {
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
    }

    private static void write(BytesOut out, Instant value) {
        out.writeZigZag(value.getEpochSecond());
        out.writeVarInt(value.getNano());
    }

    private static void write(BytesOut out, Duration value) {
        out.writeZigZag(value.getSeconds());
        out.writeVarInt(value.getNano());
    }

    private static long nanos(BytesIn in) {
        int from = in.offset();
        long nanos = in.readVarLong();
        if (nanos < 0 || nanos > MOST_NANOS) {
            throw in.malformed(from, "the nanoseconds of a second", Long.toUnsignedString(nanos));
        }
        return nanos;
    }

    private static void write(BytesOut out, LocalDate value) {
        out.writeZigZag(value.toEpochDay());
    }

    private static LocalDate readDate(BytesIn in) {
        return LocalDate.ofEpochDay(in.readZigZag());
    }

    private static void write(BytesOut out, LocalTime value) {
        out.writeVarLong(value.toNanoOfDay());
    }

    private static LocalTime readTime(BytesIn in) {
        return LocalTime.ofNanoOfDay(in.readVarLong());
    }

    private static void write(BytesOut out, LocalDateTime value) {
        write(out, value.toLocalDate());
        write(out, value.toLocalTime());
    }
}

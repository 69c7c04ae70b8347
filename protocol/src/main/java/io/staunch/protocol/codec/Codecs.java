package io.staunch.protocol.codec;

import io.staunch.error.ConfigurationException;
import java.lang.reflect.Type;

/**
 * Makes codecs for types.
 *
 * <p>Supported: primitives and their boxes, String, BigDecimal, BigInteger, UUID, Instant, Duration, LocalDate, LocalTime, LocalDateTime,
 * enums (by name), Optional, List, Set, Map, arrays, records, and sealed interfaces of records and enums (by simple name). Everything
 * inside of a value may be null. Lists, sets and maps are read back as ArrayList, LinkedHashSet and LinkedHashMap, in the order in which
 * they were written. A record is taken apart by its accessors and made by its canonical constructor; no class that the type does not name
 * is ever instantiated. Values of recursive types may be nested {@value io.staunch.protocol.bytes.Depth#LIMIT} levels deep.
 */
public final class Codecs {
    private static final ClassValue<Codec<?>> OF_CLASS = new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
            return make(type);
        }
    };

    private static final TypeValue<Codec<?>> OF_TYPE = new TypeValue<>();

    private Codecs() {}

    /**
     * The codec of a class; made once.
     *
     * @throws ConfigurationException if a part of it is not supported; lists all such parts by path
     */
    @SuppressWarnings("unchecked") // made for this class
    public static <T> Codec<T> of(Class<T> type) {
        return (Codec<T>) OF_CLASS.get(type);
    }

    /**
     * The codec of a type, for example of {@code List<Order>}; made once.
     *
     * @throws ConfigurationException if a part of it is not supported; lists all such parts by path
     */
    public static Codec<?> of(Type type) {
        return type instanceof Class<?> c ? of(c) : OF_TYPE.of(ResolvedType.of(type), () -> make(type));
    }

    private static Codec<?> make(Type type) {
        ResolvedType resolved = new SchemaOfType(type).checked();
        return new CodecOfType().of(resolved);
    }
}

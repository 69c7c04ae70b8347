package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the codec of a type that {@link SchemaOfType} has checked. Recursive types meet themselves as {@link RecursiveCodec}. */
final class CodecOfType {
    private static final MethodHandle WRITE = codecMethod("write", void.class, BytesOut.class, Object.class);
    private static final MethodHandle READ = codecMethod("read", Object.class, BytesIn.class);

    private final Map<ResolvedType, Codec<Object>> known = new HashMap<>();

    @SuppressWarnings("unchecked") // one codec for each class, used for that class only
    Codec<Object> of(ResolvedType type) {
        Codec<?> builtin = Builtins.codec(type.raw());
        if (builtin != null) {
            return (Codec<Object>) builtin;
        }
        Codec<Object> made = known.get(type);
        if (made != null) {
            return made;
        }
        var inside = new RecursiveCodec();
        known.put(type, inside);
        Codec<Object> whole = make(type);
        inside.is(whole);
        known.put(type, whole);
        return whole;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as above
    private Codec<Object> make(ResolvedType type) {
        Class<?> raw = type.raw();
        if (raw.isEnum()) {
            return EnumCodec.of(raw);
        }
        if (raw.isRecord()) {
            return ofRecord(type);
        }
        if (raw.isSealed()) {
            return ofSealed(type);
        }
        List<ResolvedType> arguments = type.arguments();
        if (raw.isArray()) {
            return new ArrayCodec(raw.getComponentType(), part(arguments.get(0)));
        }
        return switch (raw.getSimpleName()) {
            case "Optional" -> (Codec) new ContainerCodecs.OfOptional(of(arguments.get(0)));
            case "List" -> (Codec) new ContainerCodecs.OfList(part(arguments.get(0)));
            case "Set" -> (Codec) new ContainerCodecs.OfSet(part(arguments.get(0)));
            case "Map" -> (Codec) new ContainerCodecs.OfMap(part(arguments.get(0)), part(arguments.get(1)));
            default -> throw new IllegalStateException(raw + " was not checked");
        };
    }

    /** The codec of a value inside of another one: it may be null unless it is primitive. */
    private Codec<@Nullable Object> part(ResolvedType type) {
        return type.raw().isPrimitive() ? of(type) : new NullableCodec<>(of(type));
    }

    private Codec<Object> ofSealed(ResolvedType type) {
        Map<Class<?>, Codec<Object>> byClass = new HashMap<>();
        Map<String, Codec<Object>> byName = new HashMap<>();
        for (ResolvedType leaf : type.leaves()) {
            Codec<Object> codec = of(leaf);
            byClass.put(leaf.raw(), codec);
            byName.put(leaf.raw().getSimpleName(), codec);
        }
        return new SealedCodec(type.raw(), Map.copyOf(byClass), Map.copyOf(byName));
    }

    @SuppressWarnings("unchecked") // a codec of records is one of objects
    private Codec<Object> ofRecord(ResolvedType type) {
        var handles = new RecordHandles(type.raw());
        List<MethodHandle> writers = new ArrayList<>();
        List<MethodHandle> readers = new ArrayList<>();
        for (RecordComponent component : type.raw().getRecordComponents()) {
            ResolvedType part = type.member(component.getGenericType());
            MethodHandle accessor = handles.accessor(component);
            writers.add(MethodHandles.filterArguments(writer(part, component.getType()), 1, accessor));
            readers.add(reader(part, component.getType()));
        }
        MethodHandle constructor = handles.constructor();
        if (writers.isEmpty()) { // no value takes no bytes
            writers.add(MethodHandles.dropArguments(Primitives.nothingWriter(), 1, type.raw()));
            readers.add(Primitives.nothingReader());
            constructor = MethodHandles.dropArguments(constructor, 0, byte.class);
        }
        MethodHandle writer = inOrder(writers);
        // The filters run from left to right, all on the one input.
        MethodHandle reader = MethodHandles.filterArguments(constructor, 0, readers.toArray(MethodHandle[]::new));
        reader = MethodHandles.permuteArguments(
                reader, MethodType.methodType(type.raw(), BytesIn.class), new int[readers.size()]);
        return HiddenCopy.of(
                Codec.class,
                MethodHandles.lookup(),
                RecordCodec.class,
                type.raw(),
                writer.asType(MethodType.methodType(void.class, BytesOut.class, Object.class)),
                reader.asType(MethodType.methodType(Object.class, BytesIn.class)));
    }

    /** One handle that calls all in order, as a balanced tree, so that the JVM inlines long ones too. */
    private static MethodHandle inOrder(List<MethodHandle> steps) {
        if (steps.size() == 1) {
            return steps.get(0);
        }
        int half = steps.size() / 2;
        return MethodHandles.foldArguments(inOrder(steps.subList(half, steps.size())), inOrder(steps.subList(0, half)));
    }

    /** @param declared the component's class, which for one of a variable type is not the value's */
    private MethodHandle writer(ResolvedType type, Class<?> declared) {
        return declared.isPrimitive()
                ? Primitives.writer(declared)
                : WRITE.bindTo(part(type)).asType(MethodType.methodType(void.class, BytesOut.class, declared));
    }

    private MethodHandle reader(ResolvedType type, Class<?> declared) {
        return declared.isPrimitive()
                ? Primitives.reader(declared)
                : READ.bindTo(part(type)).asType(MethodType.methodType(declared, BytesIn.class));
    }

    private static MethodHandle codecMethod(String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findVirtual(Codec.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

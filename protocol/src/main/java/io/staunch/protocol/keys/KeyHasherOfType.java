package io.staunch.protocol.keys;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.RecordHandles;
import io.staunch.protocol.codec.ResolvedType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the hasher of a type, and finds every part that can't be in a key. */
final class KeyHasherOfType {
    private static final long ABSENT = 0x5bd1e9955bd1e995L;
    private static final KeyHasher<Object> NONE = key -> 0;
    private static final MethodHandle HASH = hashMethod();

    private final Set<ResolvedType> under = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private boolean endless;

    List<String> problems() {
        return problems;
    }

    @SuppressWarnings("unchecked") // hashers are only used for what they were made for
    KeyHasher<Object> of(ResolvedType type, String path) {
        Class<?> raw = type.raw();
        KeyHasher<?> value = KeyHashers.ofValue(raw);
        if (value != null) {
            return (KeyHasher<Object>) value;
        }
        if (raw.isEnum()) {
            return key -> KeyHash.of(((Enum<?>) key).name());
        }
        if (raw == Optional.class || raw == List.class || raw == Set.class) {
            return container(type, path);
        }
        if (!raw.isRecord() && !(raw.isInterface() && raw.isSealed())) {
            problems.add(path + ": " + raw.getTypeName() + " can't be part of a key; " + instead(raw));
            return NONE;
        }
        if (endless || type.endless()) {
            if (!endless) {
                problems.add(raw.getName() + " contains itself with type arguments that grow, which a key can't");
            }
            endless = true;
            return NONE;
        }
        if (!under.add(type)) {
            problems.add(path + ": " + raw.getName() + " contains itself, which a key can't");
            return NONE;
        }
        KeyHasher<Object> hasher = raw.isRecord() ? ofRecord(type, path) : ofSealed(type, path);
        under.remove(type);
        return hasher;
    }

    private static String instead(Class<?> raw) {
        if (raw.isArray()) {
            return "equal arrays are not equal objects: use String or List";
        }
        return "use a String, a number, an enum or a record of such";
    }

    private KeyHasher<Object> container(ResolvedType type, String path) {
        if (type.arguments().isEmpty()) {
            problems.add(path + ": " + type.raw().getSimpleName() + " does not say of what; use a record that does");
            return NONE;
        }
        KeyHasher<@Nullable Object> element = orAbsent(of(type.arguments().get(0), path + "[]"));
        if (type.raw() == Optional.class) {
            return key -> element.hash(((Optional<?>) key).orElse(null));
        }
        if (type.raw() == Set.class) {
            return key -> ofSet((Set<?>) key, element);
        }
        return key -> ofList((List<?>) key, element);
    }

    private static long ofList(List<?> elements, KeyHasher<@Nullable Object> element) {
        long hash = elements.size();
        for (Object each : elements) {
            hash = KeyHash.then(hash, element.hash(each));
        }
        return hash;
    }

    private static long ofSet(Set<?> elements, KeyHasher<@Nullable Object> element) {
        long sum = 0;
        for (Object each : elements) {
            sum += KeyHash.then(1, element.hash(each));
        }
        return KeyHash.then(elements.size(), sum);
    }

    private static KeyHasher<@Nullable Object> orAbsent(KeyHasher<Object> hasher) {
        return key -> key == null ? ABSENT : hasher.hash(key);
    }

    private KeyHasher<Object> ofSealed(ResolvedType type, String path) {
        Map<Class<?>, KeyHasher<Object>> leaves = new HashMap<>();
        for (ResolvedType leaf : type.leaves()) {
            KeyHasher<Object> hasher = of(leaf, path + "(" + leaf.raw().getSimpleName() + ")");
            long name = KeyHash.of(leaf.raw().getSimpleName());
            leaves.put(leaf.raw(), key -> KeyHash.then(name, hasher.hash(key)));
        }
        return key -> leaves.get(key instanceof Enum<?> constant ? constant.getDeclaringClass() : key.getClass())
                .hash(key);
    }

    private KeyHasher<Object> ofRecord(ResolvedType type, String path) {
        var handles = new RecordHandles(type.raw());
        List<MethodHandle> parts = new ArrayList<>();
        for (RecordComponent component : type.raw().getRecordComponents()) {
            ResolvedType part = type.member(component.getGenericType());
            KeyHasher<Object> hasher = of(part, path + "." + component.getName());
            MethodHandle hash = HASH.bindTo(part.raw().isPrimitive() ? hasher : orAbsent(hasher))
                    .asType(MethodType.methodType(long.class, component.getType()));
            parts.add(MethodHandles.filterReturnValue(handles.accessor(component), hash)
                    .asType(MethodType.methodType(long.class, Object.class)));
        }
        return new OfRecord(type.raw(), parts.toArray(MethodHandle[]::new));
    }

    private static MethodHandle hashMethod() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(KeyHasher.class, "hash", MethodType.methodType(long.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Hashes by components; each handle is {@code (Object)long}. */
    private static final class OfRecord implements KeyHasher<Object> {
        private final Class<?> type;
        private final MethodHandle[] parts;

        OfRecord(Class<?> type, MethodHandle[] parts) {
            this.type = type;
            this.parts = parts;
        }

        @Override
        public long hash(Object key) {
            long hash = parts.length;
            try {
                for (MethodHandle part : parts) {
                    hash = KeyHash.then(hash, (long) part.invokeExact(key));
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new StaunchException("an accessor of " + type.getName() + " threw " + e, Remedy.FAIL_JOB, e);
            }
            return hash;
        }
    }
}

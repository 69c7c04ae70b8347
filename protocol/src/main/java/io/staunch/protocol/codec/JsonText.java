package io.staunch.protocol.codec;

import io.staunch.error.StaunchException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values that have a codec, as JSON (RFC 8259) on one line, so that nothing of them is lost to a reader.
 *
 * <ul>
 *   <li>A record is an object of its components; if it implements a sealed interface, with its simple name before them as {@code @type}.
 *   <li>Numbers are numbers, but for those that JSON has none for, which are texts ({@code "NaN"}). Times, UUIDs and constants of enums are the texts
 *       that {@code toString} gives, or their names; a {@code byte[]} is Base64.
 *   <li>A map whose keys are all texts is an object, any other one an array of {@code {"key":..., "value":...}}. An optional is its value or null.
 * </ul>
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    /** @throws StaunchException if a record can't be taken apart */
    public static String of(@Nullable Object value) {
        var json = new JsonText();
        json.add(value);
        return json.text.toString();
    }

    private void add(@Nullable Object value) {
        if (value == null) {
            text.append("null");
        } else if (value instanceof Boolean || plainNumber(value)) {
            text.append(value);
        } else if (value instanceof byte[] bytes) {
            quoted(Base64.getEncoder().encodeToString(bytes));
        } else if (value.getClass().isArray()) {
            array(value);
        } else if (value instanceof Record record) {
            object(components(record));
        } else if (value instanceof Optional<?> optional) {
            add(optional.orElse(null));
        } else if (value instanceof Collection<?> collection) {
            collection(collection);
        } else if (value instanceof Map<?, ?> map) {
            map(map);
        } else if (value instanceof Enum<?> constant) {
            quoted(constant.name());
        } else {
            quoted(value.toString());
        }
    }

    private static boolean plainNumber(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return Double.isFinite(((Number) value).doubleValue());
        }
        return value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger
                || value instanceof BigDecimal;
    }

    private void array(Object array) {
        text.append('[');
        for (int i = 0; i < Array.getLength(array); i++) {
            text.append(i == 0 ? "" : ",");
            add(Array.get(array, i));
        }
        text.append(']');
    }

    private void collection(Collection<?> collection) {
        text.append('[');
        String before = "";
        for (Object each : collection) {
            text.append(before);
            add(each);
            before = ",";
        }
        text.append(']');
    }

    private void map(Map<?, ?> map) {
        if (map.keySet().stream().allMatch(String.class::isInstance)) {
            object(map);
            return;
        }
        text.append('[');
        String before = "";
        for (Map.Entry<?, ?> each : map.entrySet()) {
            text.append(before).append("{\"key\":");
            add(each.getKey());
            text.append(",\"value\":");
            add(each.getValue());
            text.append('}');
            before = ",";
        }
        text.append(']');
    }

    private void object(Map<?, ?> members) {
        text.append('{');
        String before = "";
        for (Map.Entry<?, ?> each : members.entrySet()) {
            text.append(before);
            quoted((String) each.getKey());
            text.append(':');
            add(each.getValue());
            before = ",";
        }
        text.append('}');
    }

    private static Map<String, @Nullable Object> components(Record record) {
        Class<?> type = record.getClass();
        Map<String, @Nullable Object> components = new LinkedHashMap<>();
        if (Arrays.stream(type.getInterfaces()).anyMatch(Class::isSealed)) {
            components.put("@type", type.getSimpleName());
        }
        var handles = new RecordHandles(type);
        for (RecordComponent component : type.getRecordComponents()) {
            components.put(component.getName(), value(record, handles.accessor(component)));
        }
        return components;
    }

    private static @Nullable Object value(Record record, MethodHandle accessor) {
        try {
            return accessor.invoke(record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "a component of " + record.getClass().getName() + " can't be read: " + e, e);
        }
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    boolean paired = Character.isSurrogate(c)
                            && ((Character.isHighSurrogate(c)
                                            && i + 1 < value.length()
                                            && Character.isLowSurrogate(value.charAt(i + 1)))
                                    || (Character.isLowSurrogate(c)
                                            && i > 0
                                            && Character.isHighSurrogate(value.charAt(i - 1))));
                    if (c < ' ' || (Character.isSurrogate(c) && !paired)) {
                        text.append("\\u%04x".formatted((int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}

package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the components of a record as they were written, and makes the record of those that are there now. */
final class ConvertedRecord implements ValueReader<Object> {
    /**
     * A component that was written.
     *
     * @param to its number now; -1 if it is gone
     */
    record Written(ValueReader<@Nullable Object> reader, int to) {}

    /** A component that was not written. */
    record Added(String name, AddedValue value, int to) {}

    private final String path;
    private final Class<?> type;
    private final List<Written> written;
    private final List<Added> added;
    private final int components;
    private final MethodHandle maker;

    ConvertedRecord(String path, Class<?> type, List<Written> written, List<Added> added) {
        this.path = path;
        this.type = type;
        this.written = List.copyOf(written);
        this.added = List.copyOf(added);
        this.components = type.getRecordComponents().length;
        this.maker = new RecordHandles(type)
                .constructor()
                .asSpreader(Object[].class, components)
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    @Override
    public Object read(BytesIn in) {
        @Nullable Object[] values = new Object[components];
        if (written.isEmpty()) {
            Primitives.readNothing(in);
        }
        for (Written each : written) {
            Object value = each.reader().read(in);
            if (each.to() >= 0) {
                values[each.to()] = value;
            }
        }
        for (Added each : added) {
            values[each.to()] = each.value().maker().get();
        }
        return make(values);
    }

    private Object make(@Nullable Object[] values) {
        try {
            return Objects.requireNonNull((Object) maker.invokeExact(values));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new StaunchException(
                    path + ": " + type.getName() + " can't be made of what an older version of it has written"
                            + addedWords() + ": its constructor threw "
                            + e.getClass().getName()
                            + "; let the constructor take such values, or replace them",
                    Remedy.FAIL_JOB,
                    e);
        }
    }

    private String addedWords() {
        if (added.isEmpty()) {
            return "";
        }
        List<String> words = added.stream()
                .map(each -> each.name() + " = " + each.value().words())
                .toList();
        return ", with " + String.join(", ", words);
    }
}

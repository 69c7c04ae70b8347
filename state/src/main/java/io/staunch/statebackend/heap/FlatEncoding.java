package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;
import java.lang.reflect.RecordComponent;

/**
 * Writes a record of primitives from the longs that it is kept in, as the codec of its class writes the record: no record is made, and no
 * method handle called. {@code FlatEncodingTest} holds the two together.
 */
final class FlatEncoding {
    private enum Kind {
        /** byte-sized, as it is. */
        BYTE,
        BOOLEAN,
        CHAR,
        /** short, int and long are written alike. */
        SIGNED,
        FLOAT,
        DOUBLE;

        static Kind of(Class<?> primitive) {
            return switch (primitive.getName()) {
                case "byte" -> BYTE;
                case "boolean" -> BOOLEAN;
                case "char" -> CHAR;
                case "short", "int", "long" -> SIGNED;
                case "float" -> FLOAT;
                case "double" -> DOUBLE;
                default -> throw new IllegalArgumentException(primitive + " is not primitive");
            };
        }
    }

    private final Kind[] fields;
    private final boolean signedOnly;

    private FlatEncoding(Kind[] fields) {
        this.fields = fields;
        boolean signed = true;
        for (Kind field : fields) {
            signed &= field == Kind.SIGNED;
        }
        signedOnly = signed;
    }

    /** Of a class that {@link FlatLayouts} fits. */
    static FlatEncoding of(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Kind[] fields = new Kind[components.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Kind.of(components[i].getType());
        }
        return new FlatEncoding(fields);
    }

    /** Whether all fields are numbers that {@link BytesOut#writeZigZag} writes. */
    boolean signedOnly() {
        return signedOnly;
    }

    /** @param at where the record's first field is */
    void write(BytesOut out, long[] rows, int at) {
        if (signedOnly) {
            for (int i = 0; i < fields.length; i++) {
                out.writeZigZag(rows[at + i]);
            }
            return;
        }
        for (int i = 0; i < fields.length; i++) {
            write(out, fields[i], rows[at + i]);
        }
    }

    private static void write(BytesOut out, Kind field, long bits) {
        switch (field) {
            case BYTE -> out.writeByte((int) bits);
            case BOOLEAN -> out.writeBoolean(FlatField.toboolean(bits));
            case CHAR -> out.writeVarInt(FlatField.tochar(bits));
            case SIGNED -> out.writeZigZag(bits);
            case FLOAT -> out.writeFloat(FlatField.tofloat(bits));
            case DOUBLE -> out.writeDouble(FlatField.todouble(bits));
        }
    }
}

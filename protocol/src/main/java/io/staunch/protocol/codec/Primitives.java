package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Primitive values as bytes, without boxing. */
final class Primitives {
    private Primitives() {}

    static void writeShort(BytesOut out, short value) {
        out.writeZigZag(value);
    }

    static short readShort(BytesIn in) {
        return (short) in.readZigZag(Short.MIN_VALUE, Short.MAX_VALUE, "a short");
    }

    static void writeChar(BytesOut out, char value) {
        out.writeVarInt(value);
    }

    static char readChar(BytesIn in) {
        int from = in.offset();
        int value = in.readVarInt();
        if (value > Character.MAX_VALUE) {
            throw in.malformed(from, "a char", "the number " + value);
        }
        return (char) value;
    }

    static void writeInt(BytesOut out, int value) {
        out.writeZigZag(value);
    }

    static int readInt(BytesIn in) {
        return (int) in.readZigZag(Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
    }

    static void writeByte(BytesOut out, byte value) {
        out.writeByte(value);
    }

    static byte readNothing(BytesIn in) {
        int from = in.offset();
        byte found = in.readByte();
        if (found != 0) {
            throw in.malformed(from, "the byte 0 of a record without components", "byte " + (found & 0xff));
        }
        return found;
    }

    /** Of type {@code (BytesOut, P)void}. */
    static MethodHandle writer(Class<?> primitive) {
        MethodType type = MethodType.methodType(void.class, BytesOut.class, primitive);
        return switch (primitive.getName()) {
            case "boolean", "float", "double" -> method(BytesOut.class, "write" + capitalised(primitive), type);
            case "long" -> method(BytesOut.class, "writeZigZag", type);
            default -> method(Primitives.class, "write" + capitalised(primitive), type);
        };
    }

    /** Of type {@code (BytesIn)P}. */
    static MethodHandle reader(Class<?> primitive) {
        MethodType type = MethodType.methodType(primitive, BytesIn.class);
        return switch (primitive.getName()) {
            case "boolean", "byte", "float", "double" -> method(BytesIn.class, "read" + capitalised(primitive), type);
            case "long" -> method(BytesIn.class, "readZigZag", type);
            default -> method(Primitives.class, "read" + capitalised(primitive), type);
        };
    }

    /** Of type {@code (BytesOut)void}: a byte for a value without parts. */
    static MethodHandle nothingWriter() {
        return MethodHandles.insertArguments(writer(byte.class), 1, (byte) 0);
    }

    /** Of type {@code (BytesIn)byte}. */
    static MethodHandle nothingReader() {
        return method(Primitives.class, "readNothing", MethodType.methodType(byte.class, BytesIn.class));
    }

    /** A static method of this class, or a method of the first parameter's class. */
    private static MethodHandle method(Class<?> of, String name, MethodType type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return of == Primitives.class
                    ? lookup.findStatic(of, name, type)
                    : lookup.findVirtual(of, name, type.dropParameterTypes(0, 1));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String capitalised(Class<?> primitive) {
        String name = primitive.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}

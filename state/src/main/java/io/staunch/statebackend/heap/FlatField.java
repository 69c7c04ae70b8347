package io.staunch.statebackend.heap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Primitive values as the bits of a long, exactly, and longs in an array. */
final class FlatField {
    /** {@code (long[], int at, int field, long bits)void}. */
    static final MethodHandle STORE = method("store", void.class, long[].class, int.class, int.class, long.class);

    /** {@code (long[], int at, int field)long}. */
    static final MethodHandle LOAD = method("load", long.class, long[].class, int.class, int.class);

    private FlatField() {}

    /** {@code (P)long}. */
    static MethodHandle toBits(Class<?> primitive) {
        return primitive == long.class ? MethodHandles.identity(long.class) : method("toBits", long.class, primitive);
    }

    /** {@code (long)P}. */
    static MethodHandle fromBits(Class<?> primitive) {
        return primitive == long.class
                ? MethodHandles.identity(long.class)
                : method("to" + primitive.getName(), primitive, long.class);
    }

    static void store(long[] rows, int at, int field, long bits) {
        rows[at + field] = bits;
    }

    static long load(long[] rows, int at, int field) {
        return rows[at + field];
    }

    static long toBits(boolean value) {
        return value ? 1 : 0;
    }

    static long toBits(byte value) {
        return value;
    }

    static long toBits(short value) {
        return value;
    }

    static long toBits(char value) {
        return value;
    }

    static long toBits(int value) {
        return value;
    }

    static long toBits(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long toBits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static boolean toboolean(long bits) {
        return bits != 0;
    }

    static byte tobyte(long bits) {
        return (byte) bits;
    }

    static short toshort(long bits) {
        return (short) bits;
    }

    static char tochar(long bits) {
        return (char) bits;
    }

    static int toint(long bits) {
        return (int) bits;
    }

    static float tofloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double todouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    private static MethodHandle method(String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(FlatField.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

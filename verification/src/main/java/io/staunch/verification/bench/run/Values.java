package io.staunch.verification.bench.run;

import java.util.Arrays;

/**
 * Values of workload B3: 100 bytes of ASCII; 20 for a count (blank on the way in), 20 for when the input was made, and a filling. What goes
 * out is what came in, with the count.
 */
public final class Values {
    public static final int BYTES = 100;
    public static final int PARTITIONS = 2;
    public static final int KEYS = 100_000;

    private static final int FIELD = 20;

    private Values() {}

    public static String key(long number) {
        return "key-" + ((number * 0x9E3779B97F4A7C15L) >>> 32) % KEYS;
    }

    /** An input that was made at that time. */
    public static byte[] made(long nanoTime) {
        byte[] value = new byte[BYTES];
        Arrays.fill(value, (byte) 'v');
        Arrays.fill(value, 0, FIELD, (byte) ' ');
        write(value, FIELD, nanoTime);
        return value;
    }

    /** An input with a number in the place of the count, made at no time. */
    public static byte[] numbered(long number) {
        return counted(made(0), number);
    }

    /** What goes out for an input. */
    public static byte[] counted(byte[] input, long count) {
        byte[] value = input.clone();
        write(value, 0, count);
        return value;
    }

    public static long count(byte[] value) {
        return read(value, 0);
    }

    /** When the input was made. */
    public static long nanoTime(byte[] value) {
        return read(value, FIELD);
    }

    private static void write(byte[] value, int at, long number) {
        int digit = at + FIELD - 1;
        long rest = number;
        do {
            value[digit--] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        Arrays.fill(value, at, digit + 1, (byte) ' ');
    }

    private static long read(byte[] value, int at) {
        long number = 0;
        for (int i = at; i < at + FIELD; i++) {
            if (value[i] != ' ') {
                number = number * 10 + value[i] - '0';
            }
        }
        return number;
    }
}

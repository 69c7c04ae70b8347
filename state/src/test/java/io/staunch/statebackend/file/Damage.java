package io.staunch.statebackend.file;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Many bytes of a file damaged at once, in the ways in which disks, file systems and people do it. */
final class Damage {
    private static final int SECTOR = 512;
    private static final int MOST_BYTES = 64;

    private Damage() {}

    /**
     * A damaged copy.
     *
     * @param other another file of the same store, or the same one, of which a part may get into this one
     */
    static byte[] of(byte[] file, byte[] other, SplittableRandom chance) {
        int at = chance.nextInt(file.length);
        int length = 1 + chance.nextInt(MOST_BYTES);
        return switch (chance.nextInt(7)) {
            case 0 -> overwritten(file, at, random(length, chance));
            case 1 -> overwritten(file, at / SECTOR * SECTOR, new byte[SECTOR]);
            case 2 -> overwritten(file, at, part(other, chance));
            case 3 -> spliced(file, at, Math.min(file.length, at + length), new byte[0]);
            case 4 -> spliced(file, at, at, random(length, chance));
            case 5 -> spliced(file, at, file.length, random(length, chance));
            default -> other.clone();
        };
    }

    private static byte[] random(int length, SplittableRandom chance) {
        byte[] bytes = new byte[length];
        chance.nextBytes(bytes);
        return bytes;
    }

    private static byte[] part(byte[] of, SplittableRandom chance) {
        int from = chance.nextInt(of.length);
        return Arrays.copyOfRange(of, from, from + 1 + chance.nextInt(of.length - from));
    }

    private static byte[] overwritten(byte[] file, int at, byte[] by) {
        byte[] damaged = file.clone();
        System.arraycopy(by, 0, damaged, at, Math.min(by.length, file.length - at));
        return damaged;
    }

    private static byte[] spliced(byte[] file, int from, int to, byte[] with) {
        byte[] damaged = Arrays.copyOf(file, file.length - (to - from) + with.length);
        System.arraycopy(with, 0, damaged, from, with.length);
        System.arraycopy(file, to, damaged, from + with.length, file.length - to);
        return damaged;
    }
}

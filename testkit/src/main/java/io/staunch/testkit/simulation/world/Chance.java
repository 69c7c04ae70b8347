package io.staunch.testkit.simulation.world;

import java.util.List;

/**
 * Random choices that a seed fixes. Small and quick, since every step of a simulation makes some.
 *
 * <p>The generator is SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). Owned by the thread
 * that runs the world.
 */
public final class Chance {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    public Chance(long seed) {
        state = mix(seed + GOLDEN);
    }

    /** A generator of its own for one purpose, so that more choices for one purpose don't change those for another. */
    public static Chance of(long seed, String purpose) {
        return new Chance(mix(seed) ^ mix(purpose.hashCode() * GOLDEN));
    }

    /** 64 random bits. */
    public long next() {
        state += GOLDEN;
        return mix(state);
    }

    /** At least 0, less than {@code bound}. */
    public int below(int bound) {
        return (int) below((long) bound);
    }

    /** At least 0, less than {@code bound}. */
    public long below(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive, was " + bound);
        }
        return (next() >>> 1) % bound;
    }

    /** From {@code least} to {@code most}, both included. */
    public long between(long least, long most) {
        return least + below(most - least + 1);
    }

    /**
     * From {@code least} to {@code most}, each order of magnitude as likely as another: mostly short, sometimes very long.
     *
     * @param least at least 1
     */
    public long skewed(long least, long most) {
        double low = Math.log((double) least);
        double exponent = low + unit() * (Math.log((double) most) - low);
        return Math.min(most, Math.max(least, Math.round(Math.exp(exponent))));
    }

    /** True with a probability; for one that is not positive without making a choice. */
    public boolean happens(double probability) {
        return probability > 0 && unit() < probability;
    }

    /** One of a list. */
    public <T> T oneOf(List<T> list) {
        return list.get(below(list.size()));
    }

    private double unit() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

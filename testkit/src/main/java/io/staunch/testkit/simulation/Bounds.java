package io.staunch.testkit.simulation;

/**
 * How long a run may go on, in steps of the world.
 *
 * @param faulty after so many steps faults stop, also if not all were used up
 * @param liveness after faults have stopped, the job must have written everything and have ended within so many steps, and 20 more for each
 *     record that must come
 */
public record Bounds(int faulty, int liveness) {
    /** Enough for some thousand records. */
    public static final Bounds DEFAULT = new Bounds(20_000, 100_000);

    private static final int STEPS_PER_RECORD = 20;

    public Bounds {
        if (faulty < 0 || liveness < 1) {
            throw new IllegalArgumentException("bounds must be positive, were " + faulty + " and " + liveness);
        }
    }

    /** The bound of a run in which so many records must come. */
    long livenessFor(long records) {
        return liveness + STEPS_PER_RECORD * records;
    }
}

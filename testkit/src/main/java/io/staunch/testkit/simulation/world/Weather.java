package io.staunch.testkit.simulation.world;

/** When something outside is away: spells that come by chance, mostly short, seldom long. Owned by the thread that runs the world. */
public final class Weather {
    private static final long SHORTEST_NANOS = 500_000;
    private static final long LONGEST_NANOS = 3_000_000_000L;

    private final VirtualClock clock;
    private final Chance chance;
    private final double perSecond;
    private boolean calm;
    private boolean held;
    private long begins;
    private long ends;

    /** @param perSecond how often it goes away, per second of virtual time */
    public Weather(VirtualClock clock, Chance chance, double perSecond) {
        this.clock = clock;
        this.chance = chance;
        this.perSecond = perSecond;
        calm = perSecond <= 0;
        next(0);
    }

    /** Whether it is away now. */
    public boolean away() {
        return untilBack() > 0;
    }

    /** Nanoseconds until it is back; 0 if it is there. Of one that is held nobody knows: it is looked at again after the longest spell. */
    public long untilBack() {
        if (held) {
            return LONGEST_NANOS;
        }
        if (calm) {
            return 0;
        }
        long now = clock.nanos();
        while (now >= ends) {
            next(ends);
        }
        return now < begins ? 0 : ends - now;
    }

    /** It is away from now on, until it is let go. */
    public void hold() {
        held = true;
    }

    /** Ends {@link #hold}. */
    public void letGo() {
        held = false;
    }

    /** From now on it is always there. */
    public void calm() {
        held = false;
        calm = true;
    }

    private void next(long after) {
        if (calm) {
            return;
        }
        begins = after + chance.below((long) (2e9 / perSecond) + 1);
        ends = begins + chance.skewed(SHORTEST_NANOS, LONGEST_NANOS);
    }
}

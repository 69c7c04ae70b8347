package io.staunch.examples.logins;

import java.time.Instant;

/**
 * Made-up logins, numbered from 1 without end: ten a second, of 20,000 users, each of them up to five seconds out of order. The same
 * number is the same login each time.
 */
public final class Logins {
    /** How many users there are. */
    public static final int USERS = 20_000;

    /** Of one login after the other, before they are put out of order. */
    public static final int STEP_MS = 100;

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final String[] REGIONS = {"africa", "asia", "australia", "europe", "north-america", "south-america"};

    private Logins() {}

    /** The login with this number. */
    public static Login login(int number) {
        int user = user(number);
        return new Login("user-" + user, region(user), Instant.ofEpochMilli(millis(number)));
    }

    /** The number of its user, from 0. */
    public static int user(int number) {
        return (int) Long.remainderUnsigned(mixed(number), USERS);
    }

    /** The region of a user. */
    public static String region(int user) {
        return REGIONS[user % REGIONS.length];
    }

    /** When it was, in milliseconds since 1970. */
    public static long millis(int number) {
        long back = Long.remainderUnsigned(mixed(-number), LoginsJob.DISORDER.toMillis());
        return BEGIN.toEpochMilli() + (long) number * STEP_MS - back;
    }

    /** About how many logins there were before this instant. */
    public static int numberAt(Instant instant) {
        long passed = instant.toEpochMilli() - BEGIN.toEpochMilli();
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, passed / STEP_MS));
    }

    private static long mixed(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        return mixed ^ (mixed >>> 27);
    }
}

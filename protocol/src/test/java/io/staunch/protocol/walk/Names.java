package io.staunch.protocol.walk;

import io.staunch.ledger.Owner;
import java.util.UUID;

/** Identities of the walk: small numbers as UUIDs, and back. */
public final class Names {
    /** The one job. */
    public static final String JOB = "job";

    /** The resource of its lead. */
    public static final String LEAD = "lead";

    /** The resource of its follower. */
    public static final String FOLLOWER = "follower";

    private static final int MANY = 16;
    private static final UUID[] ATTEMPTS = new UUID[MANY];
    private static final UUID[] LINEAGES = new UUID[MANY];
    private static final Owner[][][] OWNERS = new Owner[MANY][MANY][MANY];

    static {
        for (int i = 0; i < MANY; i++) {
            ATTEMPTS[i] = new UUID(1, i);
            LINEAGES[i] = new UUID(2, i);
        }
    }

    private Names() {}

    public static UUID attempt(int number) {
        return ATTEMPTS[number];
    }

    public static UUID lineage(int number) {
        return LINEAGES[number];
    }

    public static int number(UUID id) {
        return (int) id.getLeastSignificantBits();
    }

    /** The same object for the same arguments. */
    public static Owner owner(int attempt, int epoch, int lineage) {
        Owner known = OWNERS[attempt][epoch][lineage];
        if (known == null) {
            known = new Owner(attempt(attempt), epoch, lineage(lineage));
            OWNERS[attempt][epoch][lineage] = known;
        }
        return known;
    }
}

package io.staunch.testkit.simulation;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * What whoever runs the tests says about seeds; it goes before what the tests say.
 *
 * @param only the one seed to run, to look at a failure again
 * @param from the first seed
 * @param count how many seeds, for example more of them at night
 * @param replay what runs one seed again, for reports
 */
public record SeedChoice(OptionalLong only, OptionalLong from, OptionalInt count, LongFunction<String> replay) {
    /** Nothing: the tests have their way. */
    public static final SeedChoice NONE = new SeedChoice(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            seed -> "give the simulation from(" + seed + ").seeds(1)");

    Campaign applyTo(Campaign campaign) {
        if (only.isPresent()) {
            return campaign.from(only.getAsLong()).seeds(1);
        }
        Campaign later = from.isPresent() ? campaign.from(from.getAsLong()) : campaign;
        return count.isPresent() ? later.seeds(count.getAsInt()) : later;
    }
}

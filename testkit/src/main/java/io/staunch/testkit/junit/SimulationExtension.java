package io.staunch.testkit.junit;

import io.staunch.testkit.simulation.SeedChoice;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests their {@link Simulations}. JUnit's configuration parameters, which may be system properties, choose seeds for all simulations
 * of a test run, whatever the tests say themselves:
 *
 * <ul>
 *   <li>{@value #SEED}: the only seed, to look at a failure again;
 *   <li>{@value #SEEDS}: how many seeds each simulation has, for example more of them at night;
 *   <li>{@value #FROM}: the first seed, so that each night has others.
 * </ul>
 */
public final class SimulationExtension implements ParameterResolver {
    /** The only seed. */
    public static final String SEED = "staunch.seed";
    /** How many seeds. */
    public static final String SEEDS = "staunch.seeds";
    /** The first seed. */
    public static final String FROM = "staunch.seeds.from";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Simulations.class;
    }

    @Override
    public Simulations resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return new Simulations(choice(context));
    }

    private static SeedChoice choice(ExtensionContext context) {
        OptionalLong only = number(context, SEED, Long.MIN_VALUE, Long.MAX_VALUE);
        OptionalLong from = number(context, FROM, Long.MIN_VALUE, Long.MAX_VALUE);
        OptionalLong count = number(context, SEEDS, 1, Integer.MAX_VALUE);
        if (only.isPresent() && (from.isPresent() || count.isPresent())) {
            throw new ExtensionConfigurationException(
                    SEED + " runs one seed and leaves nothing for " + SEEDS + " and " + FROM + ": leave those out");
        }
        return new SeedChoice(
                only,
                from,
                count.isPresent() ? OptionalInt.of((int) count.getAsLong()) : OptionalInt.empty(),
                seed -> replay(context, seed));
    }

    private static OptionalLong number(ExtensionContext context, String parameter, long least, long most) {
        Optional<String> text = context.getConfigurationParameter(parameter);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(text.get().strip());
            if (number >= least && number <= most) {
                return OptionalLong.of(number);
            }
        } catch (NumberFormatException e) {
            throw wrong(parameter, text.get(), least, most, e);
        }
        throw wrong(parameter, text.get(), least, most, null);
    }

    private static ExtensionConfigurationException wrong(
            String parameter, String text, long least, long most, @Nullable Throwable cause) {
        return new ExtensionConfigurationException(
                parameter + " is '" + text + "', and must be a number from " + least + " to " + most, cause);
    }

    private static String replay(ExtensionContext context, long seed) {
        String method = context.getTestMethod().map(m -> "#" + m.getName()).orElse("");
        return "mvn test '-Dtest=" + context.getRequiredTestClass().getName() + method + "' -D" + SEED + "=" + seed;
    }
}

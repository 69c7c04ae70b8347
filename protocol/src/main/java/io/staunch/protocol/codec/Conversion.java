package io.staunch.protocol.codec;

import io.staunch.state.StateDescriptor;
import java.lang.reflect.Type;
import java.util.List;

/**
 * How values that were written by one schema are read as another type, worked out once before anything is read.
 *
 * <p>Paths begin with the name that the caller gave: {@code orders.open.lines[].price} is a component of the elements of a list,
 * {@code {key}} and {@code {}} stand for keys and values of a map, {@code ?} for the content of an Optional, and {@code (Paid)} for a
 * permitted type.
 *
 * @param reader reads what the schema describes and returns what the type describes; not to be used if anything is refused
 * @param changes what the reader does, one sentence for each field; empty if nothing has changed
 * @param lost paths of the components whose values it leaves out, for which consent is needed
 * @param refused what can't be read, and why
 */
public record Conversion(ValueReader<Object> reader, List<String> changes, List<String> lost, List<String> refused) {
    public Conversion {
        changes = List.copyOf(changes);
        lost = List.copyOf(lost);
        refused = List.copyOf(refused);
    }

    /** What the values are for. */
    public enum Use {
        VALUE,
        /** They are told apart by what they are equal to, so no two may become one. */
        KEY
    }

    /**
     * The conversion from a stored schema.
     *
     * @param path the beginning of all paths
     * @throws io.staunch.error.ConfigurationException as {@link Codecs#of}
     */
    public static Conversion of(Schema stored, Type current, String path, Use use) {
        return new ConversionOfType(stored, current).made(path, use);
    }

    /**
     * The conversions of a state's types, in the order of {@link StateDescriptor#types}: of its value or element, or of a map's keys and
     * values.
     *
     * @param written the schemas that the checkpoint has of them
     * @param path of the state
     */
    public static List<Conversion> of(StateDescriptor state, List<Schema> written, String path) {
        List<Type> types = state.types();
        if (written.size() != types.size()) {
            throw new IllegalArgumentException(
                    "state '" + state.name() + "' has " + types.size() + " types, not " + written.size());
        }
        return switch (state.kind()) {
            case VALUE, REDUCING -> List.of(of(written.get(0), types.get(0), path, Use.VALUE));
            case LIST, OPERATOR_LIST, TIMERS -> List.of(of(written.get(0), types.get(0), path + "[]", Use.VALUE));
            case MAP ->
                List.of(
                        of(written.get(0), types.get(0), path + "{key}", Use.KEY),
                        of(written.get(1), types.get(1), path + "{}", Use.VALUE));
        };
    }

    /** Reads what a schema describes, and keeps nothing of it. */
    public static ValueReader<Object> passingOver(Schema stored) {
        return new SkipOfSchema(stored).root();
    }
}

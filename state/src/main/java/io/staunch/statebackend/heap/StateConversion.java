package io.staunch.statebackend.heap;

import io.staunch.protocol.codec.Conversion;
import io.staunch.protocol.codec.Conversion.Use;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.state.StateDescriptor;
import java.util.ArrayList;
import java.util.List;

/** How a state is read that was written by the schemas of a checkpoint, which may be those of older classes. */
public final class StateConversion {
    private StateConversion() {}

    /**
     * The conversion of a key's whole value in a state: of its list or map, if it is one of those.
     *
     * @param written as many schemas as the state has types
     * @param path of the state, for messages
     */
    public static Conversion of(StateDescriptor state, List<Schema> written, String path) {
        if (written.size() != state.types().size()) {
            throw new IllegalArgumentException(
                    "state '" + state.name() + "' has " + state.types().size() + " types, not " + written.size());
        }
        return switch (state.kind()) {
            case VALUE, REDUCING -> part(state, written, 0, path, Use.VALUE);
            case LIST, OPERATOR_LIST -> {
                Conversion element = part(state, written, 0, path + "[]", Use.VALUE);
                ValueReader<Object> reader = element.reader();
                yield new Conversion(
                        in -> ElementsCodec.readList(in, reader), element.changes(), element.lost(), element.refused());
            }
            case MAP -> {
                Conversion key = part(state, written, 0, path + "{key}", Use.KEY);
                Conversion value = part(state, written, 1, path + "{}", Use.VALUE);
                yield new Conversion(
                        in -> ElementsCodec.readMap(in, key.reader(), value.reader()),
                        both(key.changes(), value.changes()),
                        both(key.lost(), value.lost()),
                        both(key.refused(), value.refused()));
            }
        };
    }

    private static Conversion part(StateDescriptor state, List<Schema> written, int type, String path, Use use) {
        return Conversion.of(written.get(type), state.types().get(type), path, use);
    }

    private static List<String> both(List<String> key, List<String> value) {
        List<String> both = new ArrayList<>(key);
        both.addAll(value);
        return both;
    }
}

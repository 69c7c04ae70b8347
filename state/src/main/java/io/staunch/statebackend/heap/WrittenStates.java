package io.staunch.statebackend.heap;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.codec.Conversion;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.state.StateDescriptor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the states of a checkpoint are read: each by the schemas that the checkpoint names. Immutable. */
final class WrittenStates {
    /** Every state is as it would be written now. */
    static final WrittenStates AS_NOW = new WrittenStates(Map.of(), Map.of());

    private final Map<String, List<Schema>> types;
    private final Map<String, ValueReader<Object>> readers;

    private WrittenStates(Map<String, List<Schema>> types, Map<String, ValueReader<Object>> readers) {
        this.types = Map.copyOf(types);
        this.readers = Map.copyOf(readers);
    }

    /** @throws StaunchException if a state can't be read: what is wrong was reported before the start, so this is no user's mistake */
    static WrittenStates of(Map<String, List<Schema>> types, List<StateDescriptor> states) {
        Map<String, ValueReader<Object>> readers = new HashMap<>();
        for (StateDescriptor state : states) {
            List<Schema> written = types.get(state.name());
            if (written != null) {
                readers.put(state.name(), reader(state, Conversion.of(state, written, state.name())));
            }
        }
        return new WrittenStates(types, readers);
    }

    private static ValueReader<Object> reader(StateDescriptor state, List<Conversion> types) {
        List<String> refused =
                types.stream().flatMap(type -> type.refused().stream()).toList();
        if (!refused.isEmpty()) {
            throw new StaunchException("state can't be restored: " + String.join("; ", refused), Remedy.FAIL_JOB);
        }
        ValueReader<Object> first = types.get(0).reader();
        return switch (state.kind()) {
            case VALUE, REDUCING -> first;
            case TIMERS -> new TimerSet.AsBytes();
            case LIST, OPERATOR_LIST -> in -> ElementsCodec.readList(in, first);
            case MAP -> {
                ValueReader<Object> value = types.get(1).reader();
                MapLayout layout = MapLayout.of(state);
                yield in -> ElementsCodec.readMap(in, first, value, layout);
            }
        };
    }

    /** The reader of a key's whole value; the given one if it is as it would be written now. */
    ValueReader<Object> reader(String state, ValueReader<Object> now) {
        return readers.getOrDefault(state, now);
    }

    /**
     * The schemas of a state that the operator does not have any more, whose loss was consented to.
     *
     * @throws StaunchException if the checkpoint says nothing of such a state
     */
    List<Schema> dropped(String state) {
        List<Schema> written = types.get(state);
        if (written == null) {
            throw new StaunchException(
                    "the checkpoint holds a state '" + state
                            + "' that the operator does not have any more: keep declaring it",
                    Remedy.FAIL_JOB);
        }
        return written;
    }
}

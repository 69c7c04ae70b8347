package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.FormatTag;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.codec.Conversion;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.state.ListState;
import io.staunch.state.OperatorStates;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * List states of one task without keys. Owned by the task's worker. States are made first, then restored, then used.
 *
 * <p>A chunk is the tag, the task and their number, and for each state its name, the number of elements, and the elements.
 */
public final class OperatorListStates implements OperatorStates {
    private static final FormatTag TAG = new FormatTag("StOs", "chunk of operator state", 1);

    private final int task;
    private final int parallelism;
    private final Map<String, Elements> states = new LinkedHashMap<>();

    /** @param task from 0 to {@code parallelism - 1} */
    public OperatorListStates(int task, int parallelism) {
        this.task = Objects.checkIndex(task, parallelism);
        this.parallelism = parallelism;
    }

    @Override
    public <T> ListState<T> list(String name, Class<T> elementType) {
        var descriptor = new StateDescriptor(name, StateKind.OPERATOR_LIST, List.of(elementType));
        if (states.containsKey(name)) {
            throw new IllegalArgumentException(
                    "state '" + name + "' is made twice: names are unique within an operator");
        }
        var elements = new Elements(descriptor);
        states.put(name, elements);
        return new Handle<>(elements.values, elements.copier);
    }

    /** The states that were made, in order. */
    public List<StateDescriptor> states() {
        return states.values().stream().map(state -> state.descriptor).toList();
    }

    /** Everything that a checkpoint taken at this moment needs of this task; one chunk, also if all lists are empty. */
    public ByteBuffer capture() {
        var out = new BytesOut();
        TAG.write(out);
        out.writeVarInt(task);
        out.writeVarInt(parallelism);
        for (Elements state : states.values()) {
            out.writeString(state.descriptor.name());
            state.list.write(out, state.values);
        }
        return out.toBuffer();
    }

    /**
     * Replaces all lists by this task's share of a checkpoint. With as many tasks as before each gets what it had; else the elements of
     * all tasks, in the order of the tasks, are dealt out in turn.
     *
     * @param chunks those of all former tasks, in any order
     * @param types the schemas by which each state was written, by its name; a state that is not among them was written as it would be now,
     *     and one of them that is not there any more is passed over
     */
    public void restore(List<byte[]> chunks, Map<String, List<Schema>> types) {
        WrittenStates written = WrittenStates.of(types, states());
        List<Former> formers = new ArrayList<>();
        for (byte[] chunk : chunks) {
            formers.add(read(chunk, written));
        }
        formers.sort(Comparator.comparingInt(Former::task));
        for (Elements state : states.values()) {
            state.values.clear();
            int next = 0;
            for (Former former : formers) {
                for (Object value : former.values.getOrDefault(state.descriptor.name(), List.of())) {
                    int to = former.parallelism == parallelism ? former.task : next++ % parallelism;
                    if (to == task) {
                        state.values.add(value);
                    }
                }
            }
        }
    }

    private Former read(byte[] chunk, WrittenStates written) {
        var in = new BytesIn(chunk);
        TAG.read(in);
        int from = in.readVarInt();
        int of = in.readVarInt();
        Map<String, List<Object>> values = new LinkedHashMap<>();
        while (in.remaining() > 0) {
            String name = in.readString();
            Elements state = states.get(name);
            if (state == null) {
                ValueReader<Object> gone =
                        Conversion.passingOver(written.dropped(name).get(0));
                ElementsCodec.readList(in, gone);
            } else {
                values.put(name, elements(written.reader(name, state.list).read(in)));
            }
        }
        return new Former(from, of, values);
    }

    @SuppressWarnings("unchecked") // a list is what a reader of lists has read
    private static List<Object> elements(Object list) {
        return (List<Object>) list;
    }

    /** What a task had. */
    private record Former(int task, int parallelism, Map<String, List<Object>> values) {}

    private static final class Elements {
        private final StateDescriptor descriptor;
        private final Codec<Object> list;
        private final UnaryOperator<Object> copier;
        private final List<Object> values = new ArrayList<>();

        @SuppressWarnings("unchecked") // the list holds values of this class
        Elements(StateDescriptor descriptor) {
            this.descriptor = descriptor;
            Class<?> type = (Class<?>) descriptor.types().get(0);
            Codec<Object> element = (Codec<Object>) Codecs.of(type);
            this.list = new ElementsCodec.OfList(element);
            this.copier = Copier.of(type, element);
        }
    }

    /** What is added is copied if it can change: so no two elements are the same object, as they could not be after a restore. */
    private static final class Handle<T> implements ListState<T> {
        private final List<Object> values;
        private final UnaryOperator<Object> copier;

        Handle(List<Object> values, UnaryOperator<Object> copier) {
            this.values = values;
            this.copier = copier;
        }

        @Override
        @SuppressWarnings("unchecked") // holds what add() and set() put there
        public List<T> get() {
            return (List<T>) Collections.unmodifiableList(values);
        }

        @Override
        public void add(T value) {
            values.add(copier.apply(Objects.requireNonNull(value, "value")));
        }

        @Override
        public void set(List<T> newValues) {
            newValues.forEach(value -> Objects.requireNonNull(value, "value"));
            List<Object> copy = new ArrayList<>(newValues);
            copy.replaceAll(copier);
            values.clear();
            values.addAll(copy);
        }

        @Override
        public void clear() {
            values.clear();
        }
    }
}

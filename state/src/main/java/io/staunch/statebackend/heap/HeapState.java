package io.staunch.statebackend.heap;

import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.state.Immutables;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import java.util.function.UnaryOperator;

/** One state of a backend: its table, the slot of the current key, and how a key's value is written and read. */
record HeapState(StateDescriptor descriptor, StateTable table, StateSlot slot, Codec<Object> codec) {
    static HeapState of(StateDescriptor descriptor, Selection selection, boolean objectKeys) {
        Codec<Object> codec = codecOf(descriptor);
        StateTable table = table(descriptor, objectKeys, codec);
        UnaryOperator<Object> own = mutable(descriptor) ? new Copier(codec) : null;
        return new HeapState(descriptor, table, new StateSlot(selection, table, own), codec);
    }

    /** Copies objects of one of the state's types: the element's of a list, the key's and the value's of a map. */
    UnaryOperator<Object> copier(int type) {
        Class<?> copied = descriptor.types().get(type);
        return Copier.of(copied, codecOf(copied));
    }

    private static boolean mutable(StateDescriptor descriptor) {
        return descriptor.kind() != StateKind.TIMERS
                && !descriptor.types().stream().allMatch(Immutables::isImmutable);
    }

    private static StateTable table(StateDescriptor descriptor, boolean objectKeys, Codec<Object> codec) {
        boolean single = descriptor.kind() == StateKind.VALUE || descriptor.kind() == StateKind.REDUCING;
        Class<?> first = descriptor.types().get(0);
        return single && FlatLayouts.fits(first)
                ? new FlatTable(first, objectKeys)
                : new ObjectTable(objectKeys, codec);
    }

    private static Codec<Object> codecOf(StateDescriptor descriptor) {
        Codec<Object> first = codecOf(descriptor.types().get(0));
        return switch (descriptor.kind()) {
            case VALUE, REDUCING -> first;
            case TIMERS -> new TimerSet.AsBytes();
            case LIST, OPERATOR_LIST -> new ElementsCodec.OfList(first);
            case MAP ->
                new ElementsCodec.OfMap(first, codecOf(descriptor.types().get(1)));
        };
    }

    @SuppressWarnings("unchecked") // the state holds values of this class
    private static Codec<Object> codecOf(Class<?> type) {
        return (Codec<Object>) Codecs.of(type);
    }
}

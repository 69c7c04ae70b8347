package io.staunch.statebackend.heap;

import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.state.Immutables;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import java.lang.reflect.Type;
import java.util.function.UnaryOperator;

/** One state of a backend: its table, the slot of the current key, and how a key's value is written and read. */
record HeapState(StateDescriptor descriptor, boolean owned, StateTable table, StateSlot slot, Codec<Object> codec) {
    /** @param owned whether values that can be changed in place are the function's own, and need no copies */
    static HeapState of(StateDescriptor descriptor, boolean owned, Selection selection, boolean objectKeys) {
        Codec<Object> codec = codecOf(descriptor);
        StateTable table = table(descriptor, objectKeys, codec);
        UnaryOperator<Object> copies = owned ? UnaryOperator.identity() : new Copier(codec);
        UnaryOperator<Object> own = mutable(descriptor) ? copies : null;
        return new HeapState(descriptor, owned, table, new StateSlot(selection, table, own), codec);
    }

    /** Copies objects of one of the state's types: the element's of a list, the key's and the value's of a map. */
    UnaryOperator<Object> copier(int type) {
        Type copied = descriptor.types().get(type);
        return isImmutable(copied) ? UnaryOperator.identity() : new Copier(codecOf(copied));
    }

    /** Whether objects of one of the state's types can be changed in place. */
    boolean mutable(int type) {
        return !isImmutable(descriptor.types().get(type));
    }

    private static boolean mutable(StateDescriptor descriptor) {
        return descriptor.kind() != StateKind.TIMERS
                && !descriptor.types().stream().allMatch(HeapState::isImmutable);
    }

    /** A generic record may hold anything. */
    private static boolean isImmutable(Type type) {
        return type instanceof Class<?> plain && Immutables.isImmutable(plain);
    }

    private static StateTable table(StateDescriptor descriptor, boolean objectKeys, Codec<Object> codec) {
        boolean single = descriptor.kind() == StateKind.VALUE || descriptor.kind() == StateKind.REDUCING;
        return single && descriptor.types().get(0) instanceof Class<?> first && FlatLayouts.fits(first)
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
                new ElementsCodec.OfMap(first, codecOf(descriptor.types().get(1)), MapLayout.of(descriptor));
        };
    }

    @SuppressWarnings("unchecked") // the state holds values of this class
    private static Codec<Object> codecOf(Type type) {
        return (Codec<Object>) Codecs.of(type);
    }
}

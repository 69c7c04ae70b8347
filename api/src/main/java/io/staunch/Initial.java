package io.staunch;

import io.staunch.error.ConfigurationException;
import io.staunch.function.SupplierFunction;
import io.staunch.state.Immutables;
import java.util.List;
import java.util.Objects;

/** The initial value of a fold, given as one value for all keys. */
final class Initial {
    private Initial() {}

    @SuppressWarnings("unchecked") // the class of a value is a class of its static type
    static <A> Class<A> type(String name, A initial) {
        Objects.requireNonNull(initial, "initial");
        Class<A> type = initial instanceof Enum<?> constant
                ? (Class<A>) constant.getDeclaringClass()
                : (Class<A>) initial.getClass();
        String mutable = Immutables.firstMutable(type);
        if (mutable != null) {
            throw new ConfigurationException(
                    "fold '" + name + "'",
                    List.of("its initial value is a " + type.getName() + ", of which " + mutable
                            + " can be changed, and all keys would share it: use a record of immutables, or"
                            + " fold(name, type, supplier, function) with a supplier that makes a new one"));
        }
        return type;
    }

    static <A> SupplierFunction<A> of(String name, A initial) {
        type(name, initial);
        return new Constant<>(initial);
    }

    /** Gives the same immutable value each time. */
    private record Constant<A>(A value) implements SupplierFunction<A> {
        @Override
        public A make() {
            return value;
        }
    }
}

package io.staunch.jdbc.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Objects of {@code java.sql} that stand before H2's. */
final class Proxies {
    private Proxies() {}

    /** What is done for a call of a method. */
    @FunctionalInterface
    interface Calls {
        @Nullable
        Object call(Method method, @Nullable Object[] arguments) throws SQLException;
    }

    static <T> T of(Class<T> type, Calls calls) {
        InvocationHandler handler = (proxy, method, given) -> {
            @Nullable Object[] arguments = given == null ? new Object[0] : given;
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "simulated " + type.getSimpleName();
                };
            }
            return calls.call(method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Calls the same method of H2's object. */
    static @Nullable Object pass(Object to, Method method, @Nullable Object... arguments) throws SQLException {
        try {
            return method.invoke(to, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            throw new IllegalStateException(method + " failed in H2", e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " can't be called", e);
        }
    }

    /** What no sink and no source asks for. */
    static UnsupportedOperationException unknown(Method method) {
        return new UnsupportedOperationException("the simulated database does not know " + method
                + ": no sink or source of the connector has called it so far. Add it where this is thrown");
    }
}

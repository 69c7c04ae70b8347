package io.staunch.testkit.simulation.own;

import io.staunch.error.Remedy;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A client of a user's own, with a place for faults around each call of an interface's method: {@code <interface>.<method>}. */
public final class WatchedPort {
    private WatchedPort() {}

    /**
     * The client as one process has it.
     *
     * @param port an interface
     */
    public static <P> P watch(Class<P> port, P client, SimulatedProcess process) {
        var calls = new Calls(process, port.getSimpleName(), Remedy.RESTART_FROM_CHECKPOINT);
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? invoke(client, method, arguments)
                        : calls.call(method.getName(), () -> invoke(client, method, arguments))));
    }

    private static Object invoke(Object client, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}

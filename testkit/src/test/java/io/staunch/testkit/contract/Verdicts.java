package io.staunch.testkit.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Runs a contract by hand, so that its failures can be looked at. */
final class Verdicts {
    private Verdicts() {}

    /** Names of the tests that fail. */
    static <C> Set<String> failures(Class<C> contract, Supplier<? extends C> fresh) throws IllegalAccessException {
        Set<String> failed = new TreeSet<>();
        for (Method test : contract.getDeclaredMethods()) {
            if (test.isAnnotationPresent(Test.class) && !passes(test, fresh.get())) {
                failed.add(test.getName());
            }
        }
        return failed;
    }

    private static boolean passes(Method test, Object instance) throws IllegalAccessException {
        try {
            test.invoke(instance);
            return true;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof TestAbortedException;
        }
    }
}

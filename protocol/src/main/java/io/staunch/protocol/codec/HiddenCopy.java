package io.staunch.protocol.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object whose class is its own, so that the JVM takes its method handles for constants and compiles them into the code that calls
 * them. A handle in a field of an ordinary object is no constant: calling it is a call of unknown code, which boxes and allocates.
 *
 * <p>The class of the object is a hidden copy of an ordinary class, made from the bytes of that class's file (the only thing that this
 * module reads by itself, as the JVM does when it loads a class); it is unloaded with the object. The ordinary class takes all that it needs
 * in its one constructor, asks in its static initialiser for what is to be constant ({@link #argument}), and uses the field if it is told
 * null. So where no copy can be made, for example since a class loader gives no class files, an instance of the ordinary class does the same,
 * only slower.
 *
 * <p>Such a class is a top-level one without lambdas, and no signature in it names it: the copy would take that for the ordinary class.
 */
public final class HiddenCopy {
    private static final ClassValue<byte[]> FILES = new ClassValue<>() {
        @Override
        protected byte[] computeValue(Class<?> type) {
            return file(type);
        }
    };

    private HiddenCopy() {}

    /**
     * An instance of a copy, or of the class itself where no copy can be made.
     *
     * @param as what it is used as
     * @param neighbour the lookup of a class in the same package
     * @param original the class that is copied; not initialised if a copy is made, so that the JVM does not count it among the classes of its
     *     kind
     * @param arguments of its constructor
     */
    public static <T> T of(
            Class<T> as, MethodHandles.Lookup neighbour, Class<? extends T> original, Object... arguments) {
        MethodHandles.Lookup copy = copy(neighbour, original, List.of(arguments));
        return as.cast(copy == null ? make(neighbour, original, arguments) : make(copy, copy.lookupClass(), arguments));
    }

    /**
     * For the static initialiser of a class that is copied: the handle that is this argument of the copy's constructor.
     *
     * @return null in the class itself
     */
    public static @Nullable MethodHandle argument(MethodHandles.Lookup caller, int number) {
        try {
            return MethodHandles.classDataAt(caller, "_", MethodHandle.class, number);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandles.@Nullable Lookup copy(
            MethodHandles.Lookup neighbour, Class<?> original, List<Object> arguments) {
        byte[] file = FILES.get(original);
        if (file.length == 0) {
            return null;
        }
        try {
            return neighbour.defineHiddenClassWithClassData(file, arguments, true);
        } catch (IllegalAccessException | LinkageError | UnsupportedOperationException e) {
            return null;
        }
    }

    private static Object make(MethodHandles.Lookup with, Class<?> type, Object[] arguments) {
        try {
            Class<?>[] parameters = type.getDeclaredConstructors()[0].getParameterTypes();
            return with.findConstructor(type, MethodType.methodType(void.class, parameters))
                    .invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Empty if it can't be had. */
    private static byte[] file(Class<?> type) {
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }
}

package io.staunch.function;

import io.staunch.error.ConfigurationException;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the types of a serialisable lambda from its serialised form, in which the compiler records them ({@link SerializedLambda}).
 * Nothing is reflected into: the object stream itself asks the lambda for that form.
 */
public final class FunctionTypes {
    private FunctionTypes() {}

    /**
     * The class that a function returns.
     *
     * @param what the function is, for the error
     * @param remedy what to write where the class can't be read off
     * @throws ConfigurationException if it can't be read off
     */
    public static Class<?> returnType(Serializable function, String what, String remedy) {
        SerializedLambda lambda = lambda(function);
        if (lambda == null) {
            throw unknown(
                    what,
                    function.getClass().getName() + " is no lambda or method reference: name the class with " + remedy);
        }
        ClassLoader loader = function.getClass().getClassLoader();
        Class<?> type = MethodType.fromMethodDescriptorString(lambda.getInstantiatedMethodType(), loader)
                .returnType();
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        if (boxed == Object.class || boxed.isInterface()) {
            throw unknown(what, "its type shows as " + boxed.getName() + ": name the class with " + remedy);
        }
        return boxed;
    }

    private static ConfigurationException unknown(String what, String why) {
        return new ConfigurationException("the class that " + what + " returns can't be read off it", List.of(why));
    }

    private static @Nullable SerializedLambda lambda(Serializable function) {
        try (var found = new LambdaFinder(OutputStream.nullOutputStream())) {
            found.writeObject(function);
            return found.lambda;
        } catch (IOException e) {
            throw new ConfigurationException(
                    "a function can't be serialised",
                    List.of(e + ": everything that a lambda of a pipeline captures must be serialisable"));
        }
    }

    /** Sees the first object that replaces the written one. */
    private static final class LambdaFinder extends ObjectOutputStream {
        private @Nullable SerializedLambda lambda;

        LambdaFinder(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (lambda == null && object instanceof SerializedLambda found) {
                lambda = found;
            }
            return object;
        }
    }
}

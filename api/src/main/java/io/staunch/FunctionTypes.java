package io.staunch;

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
final class FunctionTypes {
    private FunctionTypes() {}

    /** The class that a key function returns. */
    static Class<?> returnType(Serializable function) {
        SerializedLambda lambda = lambda(function);
        if (lambda == null) {
            throw unknown("the key function " + function.getClass().getName() + " is no lambda or method reference");
        }
        ClassLoader loader = function.getClass().getClassLoader();
        Class<?> type = MethodType.fromMethodDescriptorString(lambda.getInstantiatedMethodType(), loader)
                .returnType();
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        if (boxed == Object.class || boxed.isInterface()) {
            throw unknown("the key function's type shows as " + boxed.getName());
        }
        return boxed;
    }

    private static ConfigurationException unknown(String why) {
        return new ConfigurationException(
                "the class of a key can't be read off its function",
                List.of(why + ": name the class with keyBy(Key.class, function)"));
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

package io.staunch.kafka.testkit.real;

import io.staunch.Pipeline;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import org.jspecify.annotations.Nullable;

/**
 * A static method from the text of a broker to a pipeline, by name, so that another JVM with the same class path can call it.
 *
 * @param owner the binary name of its class
 */
record StaticMethod(String owner, String name) {
    private static final MethodType TYPE = MethodType.methodType(Pipeline.class, String.class);

    /**
     * The method behind a lambda or method reference. The compiler writes its name into the serialised form ({@link SerializedLambda}), which
     * the object stream asks for: nothing is reflected into.
     */
    static StaticMethod of(PipelineFunction function) {
        SerializedLambda lambda = lambda(function);
        if (lambda == null
                || lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic
                || lambda.getCapturedArgCount() > 0) {
            throw new IllegalArgumentException(
                    "the pipeline is made by a function that another JVM can't call by its name: use a reference to a static"
                            + " method that takes the broker's address, such as MyJob::pipeline, or a lambda that captures"
                            + " nothing");
        }
        return new StaticMethod(lambda.getImplClass().replace('/', '.'), lambda.getImplMethodName());
    }

    /** Calls it. */
    Pipeline call(String bootstrapServers) throws Throwable {
        Class<?> type = Class.forName(owner);
        MethodHandle method =
                MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findStatic(type, name, TYPE);
        return (Pipeline) method.invokeExact(bootstrapServers);
    }

    private static @Nullable SerializedLambda lambda(PipelineFunction function) {
        try (var found = new LambdaFinder(OutputStream.nullOutputStream())) {
            found.writeObject(function);
            return found.lambda;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the function that makes the pipeline captures something that can't be serialised (" + e
                            + "): use a reference to a static method, such as MyJob::pipeline",
                    e);
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

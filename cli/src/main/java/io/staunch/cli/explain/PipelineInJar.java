package io.staunch.cli.explain;

import io.staunch.Pipeline;
import io.staunch.cli.command.CommandFailure;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A user's pipeline: what the method {@code public static Pipeline pipeline()} of a public class gives. The jar stays open until this process ends,
 * since parts of the pipeline load more of their classes when they are asked something.
 */
final class PipelineInJar {
    private PipelineInJar() {}

    /**
     * Loads the class and calls its method.
     *
     * @param jar with the class and what it needs beside Staunch
     */
    static Pipeline load(Path jar, String className) {
        if (!Files.isReadable(jar)) {
            throw CommandFailure.usage("--jar " + jar + ": there is no such file that can be read");
        }
        try {
            var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, PipelineInJar.class.getClassLoader());
            return call(loader.loadClass(className));
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw CommandFailure.usage("--main " + className + ": class not found: " + e.getMessage()
                    + "; name a class in " + jar + " with its package, and put all that it needs into the jar");
        } catch (MalformedURLException e) {
            throw new CommandFailure("--jar " + jar + " can't be named by a URL: " + e.getMessage(), e);
        }
    }

    private static Pipeline call(Class<?> type) {
        try {
            Method method = type.getMethod("pipeline");
            if (Modifier.isStatic(method.getModifiers()) && method.invoke(null) instanceof Pipeline pipeline) {
                return pipeline;
            }
            throw noMethod(type);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw noMethod(type);
        } catch (InvocationTargetException e) {
            throw new CommandFailure(type.getName() + ".pipeline() has thrown " + e.getCause(), e);
        } catch (ExceptionInInitializerError e) {
            throw new CommandFailure("class " + type.getName() + " can't be initialised: " + e.getCause(), e);
        }
    }

    private static CommandFailure noMethod(Class<?> type) {
        return CommandFailure.usage("--main " + type.getName()
                + ": give the public class a method `public static Pipeline pipeline()` without arguments");
    }
}

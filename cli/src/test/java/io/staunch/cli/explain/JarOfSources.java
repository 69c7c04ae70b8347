package io.staunch.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A user's jar: compiled here, against the API alone, so that its classes are on no other class path. */
final class JarOfSources {
    private JarOfSources() {}

    /**
     * Makes a jar.
     *
     * @param folder where it is made
     * @param sources by the name of the class
     */
    static Path make(Path folder, Map<String, String> sources) throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<JavaFileObject> files = sources.entrySet().stream()
                .map(source -> (JavaFileObject) new Source(source.getKey(), source.getValue()))
                .toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path api = Path.of(Pipeline.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> options = List.of("-proc:none", "-cp", api.toString(), "-d", classes.toString());
        assertThat(compiler.getTask(null, null, null, options, null, files).call())
                .as("compiled")
                .isTrue();
        Path jar = folder.resolve("sources.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

package io.staunch.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The core stays a library that one adds without thinking about its size. */
class CoreSizeIT {
    private static final long LIMIT_BYTES = 1_500_000;
    private static final Pattern CORE_JAR =
            Pattern.compile(".*[/\\\\]staunch-(api|protocol|operators|state|runtime)-[^/\\\\]*\\.jar");

    @Test
    void theFiveCoreJarsTogetherStayUnderOneAndAHalfMegabytes() throws IOException {
        List<Path> jars = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(CORE_JAR.asMatchPredicate())
                .map(Path::of)
                .toList();
        assumeFalse(
                jars.isEmpty(), "the modules are on the class path as folders, not as jars: run it in ./mvnw verify");
        assertThat(jars).hasSize(5);

        long sum = 0;
        for (Path jar : jars) {
            sum += Files.size(jar);
        }
        assertThat(sum).as("bytes of %s", jars).isLessThan(LIMIT_BYTES);
    }
}

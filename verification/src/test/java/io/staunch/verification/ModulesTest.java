package io.staunch.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What lies in the folders of the modules. */
class ModulesTest {
    private static final Path CHECKOUT = Module.checkout();
    private static final Set<Module> UNPUBLISHED = EnumSet.of(Module.EXAMPLES, Module.CLI, Module.VERIFICATION);

    @Test
    void theArchitectureKnowsEveryModuleOfTheBuild() throws IOException {
        List<String> known = Stream.of(Module.values()).map(m -> m.folder).toList();
        assertThat(allIn(CHECKOUT.resolve("pom.xml"), "<module>(?!bom)(.+)</module>"))
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void theBomListsThePublishedModules() throws IOException {
        List<String> published = EnumSet.complementOf(EnumSet.copyOf(UNPUBLISHED)).stream()
                .map(m -> "staunch-" + m.folder.replace("connectors/", ""))
                .toList();
        assertThat(allIn(CHECKOUT.resolve("bom/pom.xml"), "<artifactId>(staunch-(?!bom).+)</artifactId>"))
                .containsExactlyElementsOf(published);
    }

    @ParameterizedTest
    @EnumSource
    void everyModuleHasJavaSources(Module module) throws IOException {
        assertThat(javaFiles(module.in(CHECKOUT).resolve("src"))).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyModuleKeepsToItsOwnPackages(Module module) throws IOException {
        Path sources = module.in(CHECKOUT).resolve("src/main/java");
        assertThat(javaFiles(sources)).allSatisfy(file -> {
            String packageName = sources.relativize(file.getParent()).toString().replace('/', '.');
            assertThat(Module.owning(packageName)).isEqualTo(module);
        });
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".java")).toList();
        }
    }

    private static List<String> allIn(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}

package io.staunch.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The Spring Boot example is built and tested as a user would do it: by Maven, as a project of its own, against the jars of this build and
 * with the versions that Spring Boot manages. Nothing is installed where other projects would find it: the jars are put into a repository
 * under {@code target}, which Maven looks into behind the user's own.
 */
class SpringBootIT {
    private static final Path CHECKOUT = Module.checkout();
    private static final Path EXAMPLE = CHECKOUT.resolve("examples/spring-boot");
    private static final Path TARGET = CHECKOUT.resolve("verification/target/spring-boot");
    private static final Pattern JAR = Pattern.compile(".*[/\\\\]staunch-([a-z-]+)-([0-9][^/\\\\]*)\\.jar");

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void theExampleProjectBuildsAndPassesItsTest() throws Exception {
        Map<String, Path> jars = jars();
        assumeFalse(
                jars.isEmpty(), "the modules are on the class path as folders, not as jars: run it in ./mvnw verify");
        assumeTrue(
                looksBehindItsRepository(),
                "the Maven that runs this can't look into a second repository: use ./mvnw, or Maven 3.9 or newer");
        String version = version(jars.get("api"));
        delete(TARGET);
        Path repository = TARGET.resolve("repository");
        publish(repository, jars, version);
        Path project = TARGET.resolve("project");
        copy(EXAMPLE, project);
        try (KafkaBroker broker = KafkaBroker.start()) {
            Path output = TARGET.resolve("maven.txt");
            Process maven = new ProcessBuilder(command(project, repository, version, broker.bootstrapServers()))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int code = maven.waitFor();
            assertThat(code).as("Maven said:\n%s", Files.readString(output)).isZero();
            assertThat(Files.readString(output)).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
        }
    }

    private static List<String> command(Path project, Path repository, String version, String broker)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dmaven.home=" + home(),
                "-Dclassworlds.conf=" + home().resolve("bin/m2.conf"),
                "-Dmaven.multiModuleProjectDirectory=" + project,
                "-cp",
                classworlds().toString(),
                "org.codehaus.plexus.classworlds.launcher.Launcher",
                "--batch-mode",
                "--no-transfer-progress",
                "--file=" + project.resolve("pom.xml"),
                "-Dmaven.repo.local=" + System.getProperty("staunch.maven.repository"),
                "-Dmaven.repo.local.tail=" + repository,
                "-Dmaven.repo.local.tail.ignoreAvailability=true",
                "-Dstaunch.version=" + version,
                "-Dbroker=" + broker,
                "-Dguide.names=" + namesInTheGuide(),
                "test"));
        if (System.getProperty("staunch.maven.mode").equals("offline=true")) {
            command.add("--offline");
        }
        return command;
    }

    /** From 3.9 on. */
    private static boolean looksBehindItsRepository() throws IOException {
        try (Stream<Path> libraries = Files.list(home().resolve("lib"))) {
            return libraries.anyMatch(file ->
                    file.getFileName().toString().matches("maven-core-(3\\.(9|[1-9][0-9])|[4-9]|[1-9][0-9])\\..*jar"));
        }
    }

    private static Path home() {
        return Path.of(System.getProperty("staunch.maven.home"));
    }

    private static Path classworlds() throws IOException {
        try (Stream<Path> boot = Files.list(home().resolve("boot"))) {
            return boot.filter(file -> file.getFileName().toString().matches("plexus-classworlds-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** What the operations guide calls meters in Prometheus. */
    private static String namesInTheGuide() throws IOException {
        String guide = Files.readString(CHECKOUT.resolve("docs/operations.md"));
        Matcher names = Pattern.compile("staunch_[a-z_]+").matcher(guide);
        return String.join(",", names.results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The jars of this build, by the name of their module. */
    private static Map<String, Path> jars() {
        Map<String, Path> jars = new TreeMap<>();
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(JAR::matcher)
                .filter(Matcher::matches)
                .forEach(jar -> jars.put(jar.group(1), Path.of(jar.group())));
        return jars;
    }

    private static String version(Path jar) {
        Matcher matcher = JAR.matcher(jar.toString());
        assertThat(matcher.matches()).isTrue();
        return matcher.group(2);
    }

    private static void publish(Path repository, Map<String, Path> jars, String version) throws IOException {
        put(repository, "parent", version, CHECKOUT.resolve("pom.xml"), "pom");
        put(repository, "bom", version, CHECKOUT.resolve("bom/pom.xml"), "pom");
        for (Module module : Module.values()) {
            String name = module.folder.replace("connectors/", "");
            Path jar = jars.get(name);
            if (jar != null) {
                put(repository, name, version, module.in(CHECKOUT).resolve("pom.xml"), "pom");
                put(repository, name, version, jar, "jar");
            }
        }
    }

    private static void put(Path repository, String name, String version, Path file, String type) throws IOException {
        String artifact = "staunch-" + name;
        Path folder = repository.resolve("io/staunch/" + artifact + "/" + version);
        Files.createDirectories(folder);
        Files.copy(file, folder.resolve(artifact + "-" + version + "." + type));
    }

    /** Without what an earlier build has left there. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(file -> !from.relativize(file).startsWith("target")).forEach(file -> {
                try {
                    Path target = to.resolve(from.relativize(file).toString());
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

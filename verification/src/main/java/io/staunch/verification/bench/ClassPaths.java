package io.staunch.verification.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What each contender runs on: itself, and nothing of the others. Those of other engines are fetched and built on first use. */
final class ClassPaths {
    private static final Pattern CORE =
            Pattern.compile("(staunch-(api|protocol|operators|state|runtime)|jctools-core|jspecify|slf4j-api)-.*");
    private static final Pattern KAFKA = Pattern.compile("(kafka-clients|lz4-java|snappy-java|zstd-jni|slf4j-api)-.*");
    private static final Pattern KAFKA_CONNECTOR =
            Pattern.compile("(staunch-kafka-\\d|jackson-(core|databind|annotations|datatype)).*");
    private static final Pattern DRIVER = Pattern.compile("postgresql-.*");
    private static final Pattern JDBC_CONNECTOR = Pattern.compile("(staunch-jdbc-\\d|HikariCP-|postgresql-).*");
    private static final Pattern FILES_CONNECTOR = Pattern.compile("(staunch-files-\\d|jackson-dataformat-csv-).*");
    private static final Pattern JACKSON = Pattern.compile("jackson-(core|databind|annotations)-.*");

    private final Path root;
    private final Map<Kind, List<Path>> peers = new EnumMap<>(Kind.class);

    /** @param root the checkout */
    ClassPaths(Path root) {
        this.root = root;
    }

    /** For a workload in one process. */
    List<Path> core(Kind kind) throws IOException, InterruptedException {
        return switch (kind) {
            case STAUNCH, PREPARED, UPSERT -> with(jars(CORE));
            case STRONG, LOOP, ROWS -> with(List.of());
            case FLINK, FLINK_ROCKSDB, FLINK_UNALIGNED, JET, STREAMS -> peer(kind);
        };
    }

    /** For a workload with Kafka. */
    List<Path> kafka(Kind kind) throws IOException, InterruptedException {
        return switch (kind) {
            case STAUNCH, PREPARED, UPSERT ->
                with(Stream.of(jars(CORE), jars(KAFKA_CONNECTOR), jars(KAFKA))
                        .flatMap(List::stream)
                        .distinct()
                        .toList());
            case STRONG, LOOP, ROWS -> with(jars(KAFKA));
            case FLINK, FLINK_ROCKSDB, FLINK_UNALIGNED, JET, STREAMS -> peer(kind);
        };
    }

    /** For a workload from Kafka into a table. */
    List<Path> table(Kind kind) throws IOException, InterruptedException {
        return more(kafka(kind), kind.ours() ? JDBC_CONNECTOR : DRIVER);
    }

    /** For a workload from Kafka into files. */
    List<Path> files(Kind kind) throws IOException, InterruptedException {
        return more(kafka(kind), kind.ours() ? FILES_CONNECTOR : JACKSON);
    }

    private static List<Path> more(List<Path> classPath, Pattern names) {
        return Stream.concat(classPath.stream(), jars(names).stream())
                .distinct()
                .toList();
    }

    /** Bytes of the jars, which is to say without the benchmark's own classes. */
    static long bytes(List<Path> classPath) throws IOException {
        long sum = 0;
        for (Path entry : classPath) {
            sum += Files.isRegularFile(entry) ? Files.size(entry) : 0;
        }
        return sum;
    }

    static String text(List<Path> classPath) {
        return String.join(
                File.pathSeparator, classPath.stream().map(Path::toString).toList());
    }

    private List<Path> with(List<Path> jars) {
        List<Path> all = new ArrayList<>(List.of(root.resolve("verification/target/classes")));
        all.addAll(jars);
        return all;
    }

    private static List<Path> jars(Pattern names) {
        return entries(System.getProperty("java.class.path"))
                .filter(path -> names.matcher(path.getFileName().toString()).matches())
                .toList();
    }

    private static Stream<Path> entries(String classPath) {
        return Arrays.stream(classPath.strip().split(File.pathSeparator)).map(Path::of);
    }

    private List<Path> peer(Kind kind) throws IOException, InterruptedException {
        List<Path> known = peers.get(kind);
        if (known != null) {
            return known;
        }
        String name = kind.peer().orElseThrow();
        Path target = root.resolve("verification/peers").resolve(name).resolve("target");
        build(name, target);
        List<Path> all = new ArrayList<>(List.of(target.resolve("classes")));
        entries(Files.readString(target.resolve("classpath.txt"))).forEach(all::add);
        peers.put(kind, all);
        return all;
    }

    /** First without the network, then with it. */
    private void build(String name, Path target) throws IOException, InterruptedException {
        System.err.println("staunch: building " + name + " ...");
        Files.createDirectories(target);
        Path log = target.resolve("build.log");
        if (maven(name, log, true) != 0 && maven(name, log, false) != 0) {
            throw new IOException("verification/peers/" + name + " does not build; see " + log);
        }
    }

    private int maven(String name, Path log, boolean offline) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(System.getProperty("staunch.maven", "./mvnw"), "-q", "-B", "-ntp"));
        command.addAll(offline ? List.of("-o") : List.of());
        command.addAll(List.of("-f", "verification/peers/pom.xml", "-pl", name, "process-classes"));
        return new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start()
                .waitFor();
    }
}

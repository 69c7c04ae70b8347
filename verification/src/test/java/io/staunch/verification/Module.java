package io.staunch.verification;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The modules that hold code: where each lies, which packages it owns, and which other modules it may know. A package
 * belongs to the module with the longest root that it starts with; so what no other module owns is the API's.
 * The last two stand on everything before them.
 */
enum Module {
    API("api", "io.staunch"),
    PROTOCOL("protocol", "io.staunch.protocol", API),
    OPERATORS("operators", "io.staunch.operators", API),
    TESTKIT("testkit", "io.staunch.testkit", API, PROTOCOL),
    STATE("state", "io.staunch.statebackend", API, PROTOCOL),
    RUNTIME("runtime", "io.staunch.runtime", API, PROTOCOL, OPERATORS, STATE),
    MICROMETER("micrometer", "io.staunch.micrometer", API),
    SKETCHES("sketches", "io.staunch.sketches", API),
    KAFKA("connectors/kafka", "io.staunch.kafka", API),
    KAFKA_TESTKIT("connectors/kafka-testkit", "io.staunch.kafka.testkit", API, TESTKIT, KAFKA),
    JDBC_TESTKIT("connectors/jdbc-testkit", "io.staunch.jdbc.testkit"),
    JDBC("connectors/jdbc", "io.staunch.jdbc", API),
    JDBC_SIMULATION("connectors/jdbc-simulation", "io.staunch.jdbc.simulation", API, TESTKIT, JDBC),
    FILES("connectors/files", "io.staunch.files", API),
    FILES_TESTKIT("connectors/files-testkit", "io.staunch.files.testkit", API, TESTKIT, FILES),
    EXAMPLES("examples", "io.staunch.examples", API, RUNTIME, KAFKA, JDBC, FILES),
    CLI("cli", "io.staunch.cli"),
    VERIFICATION("verification", "io.staunch.verification");

    final String folder;
    private final String rootPackage;
    private final List<Module> mayKnow;

    Module(String folder, String rootPackage, Module... mayKnow) {
        this.folder = folder;
        this.rootPackage = rootPackage;
        this.mayKnow = List.of(mayKnow);
    }

    /** The module that owns a package of Staunch. */
    static Module owning(String packageName) {
        return Stream.of(values())
                .filter(m -> (packageName + ".").startsWith(m.rootPackage + "."))
                .max(Comparator.comparingInt(m -> m.rootPackage.length()))
                .orElseThrow(() -> new IllegalArgumentException(packageName + " is no package of Staunch"));
    }

    boolean owns(String packageName) {
        return owning(packageName) == this;
    }

    /** The names of the modules that may know this one. */
    String[] knownBy() {
        return Arrays.stream(values())
                .filter(m -> m.mayKnow(this))
                .map(Module::name)
                .toArray(String[]::new);
    }

    private boolean mayKnow(Module other) {
        boolean standsOnAll = this == CLI || this == VERIFICATION;
        return standsOnAll ? other.compareTo(this) < 0 : mayKnow.contains(other);
    }

    Path in(Path checkout) {
        return checkout.resolve(folder);
    }

    /** The folder of the whole project, found upwards from where the test runs. */
    static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("expected to run inside a checkout of Staunch, but no folder from "
                        + Path.of("").toAbsolutePath() + " upwards has a .mvn folder");
            }
        }
        return folder;
    }
}

package io.staunch.verification;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.staunch.kafka.testkit.broker.BrokerMain;
import io.staunch.protocol.codec.HiddenCopy;
import io.staunch.testkit.process.ParentLink;
import io.staunch.verification.bench.Bench;
import io.staunch.verification.bench.run.ContenderMain;
import io.staunch.verification.kafka.JobLife;
import io.staunch.verification.matrix.Matrix;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.AccessibleObject;
import java.util.Set;

/** What the modules and packages may know of each other, and what no code of Staunch does. */
@AnalyzeClasses(
        packages = "io.staunch",
        importOptions = {DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeWhatJmhGenerates.class})
class ArchitectureTest {
    @ArchTest
    static final ArchRule modulesKnowOnlyWhomTheDesignLetsThemKnow = layers();

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();

    /** But for {@link HiddenCopy}, which reads the file of the product's own class as the JVM does when it loads it. */
    @ArchTest
    static final ArchRule protocolHasNoInputOutputThreadOrLog = noClasses()
            .that(in(Module.PROTOCOL))
            .and()
            .doNotBelongToAnyOf(HiddenCopy.class)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.io..",
                            "java.nio.file..",
                            "java.nio.channels..",
                            "java.net..",
                            "java.util.concurrent..",
                            "java.util.logging..",
                            "org.slf4j..")
                    .and(DescribedPredicate.not(JavaClass.Predicates.type(Serializable.class))))
            .orShould()
            .dependOnClassesThat(oneOf(Thread.class, ThreadLocal.class, Process.class, ProcessBuilder.class));

    @ArchTest
    static final ArchRule protocolReadsNoClockAndNoRandomness = noClasses()
            .that(in(Module.PROTOCOL))
            .should()
            .dependOnClassesThat(oneOf(
                    java.time.Clock.class,
                    java.util.Random.class,
                    java.util.SplittableRandom.class,
                    java.util.Timer.class,
                    java.security.SecureRandom.class))
            .orShould()
            .callMethodWhere(calls(System.class, "nanoTime", "currentTimeMillis"))
            .orShould()
            .callMethodWhere(calls(Math.class, "random"))
            .orShould()
            .callMethodWhere(calls(java.util.UUID.class, "randomUUID"))
            .orShould()
            .callMethodWhere(describe(
                    "now() of java.time",
                    call -> call.getTargetOwner().getPackageName().equals("java.time")
                            && call.getName().equals("now")));

    @ArchTest
    static final ArchRule onlyTheCommandLineEndsItsJvm = noClasses()
            .that(DescribedPredicate.not(in(Module.CLI)))
            .and(DescribedPredicate.not(oneOf(
                    BrokerMain.class, ContenderMain.class, Bench.class, ParentLink.class, JobLife.class, Matrix.class)))
            .should()
            .callMethodWhere(calls(System.class, "exit"))
            .orShould()
            .callMethodWhere(calls(Runtime.class, "exit", "halt"))
            .because("a library never ends its host's JVM: the job stops, and await() gets the error."
                    + " These are no library but of JVMs of their own");

    @ArchTest
    static final ArchRule nobodyForcesAccess = noClasses()
            .should()
            .callMethodWhere(calls(AccessibleObject.class, "setAccessible", "trySetAccessible"))
            .because("what a client does not make public can change under us");

    @ArchTest
    static final ArchRule nobodyReadsJavaSerialization = noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ObjectInputStream.class)
            .because("it runs code that the bytes choose, and ties stored state to class files");

    @ArchTest
    static final ArchRule kafkaIsUsedByItsPublicApi = noClasses()
            .that(in(Module.KAFKA))
            .should()
            .dependOnClassesThat(resideInAPackage("org.apache.kafka..internals.."))
            .because("promise P4: public client APIs only");

    @ArchTest
    static final ArchRule classNamesSayWhatSetsThemApart = classes()
            .should()
            .haveNameNotMatching(".*(Manager|Helper|Utils?|Impl|Info)(\\$.*)?")
            .andShould()
            .haveNameNotMatching(".*[.$](Abstract|Base)([A-Z][^.$]*)?(\\$.*)?");

    private static ArchRule layers() {
        LayeredArchitecture layers =
                layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
        for (Module module : Module.values()) {
            layers = layers.layer(module.name()).definedBy(in(module));
        }
        for (Module module : Module.values()) {
            String[] knownBy = module.knownBy();
            layers = knownBy.length == 0
                    ? layers.whereLayer(module.name()).mayNotBeAccessedByAnyLayer()
                    : layers.whereLayer(module.name()).mayOnlyBeAccessedByLayers(knownBy);
        }
        return layers;
    }

    private static DescribedPredicate<JavaClass> in(Module module) {
        return describe("of module " + module.folder, type -> module.owns(type.getPackageName()));
    }

    private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
        return JavaClass.Predicates.belongToAnyOf(types);
    }

    private static DescribedPredicate<JavaCall<?>> calls(Class<?> owner, String... names) {
        return describe(
                owner.getSimpleName() + "." + String.join("|", names) + "()",
                call -> call.getTargetOwner().isAssignableTo(owner)
                        && Set.of(names).contains(call.getName()));
    }

    /** Nobody wrote it, and it is as it is. */
    static final class DoNotIncludeWhatJmhGenerates implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/jmh_generated/");
        }
    }

    /** One slice for each package, over all modules: Maven already allows no cycle between those. */
    private static final class EachPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}

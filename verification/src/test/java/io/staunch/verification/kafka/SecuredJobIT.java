package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Staunch;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.SecuredJob.Access;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole job on a broker with TLS, logins and an authorizer, under exactly the rights that {@code docs/kafka.md} lists: they are
 * enough, none can be left out, and the one that is missing is named. The password is seen nowhere.
 */
@Timeout(300)
class SecuredJobIT {
    private static final int RECORDS = 2_000;
    private static final String PASSWORD = "Sesame-open-4711";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static KafkaBroker broker;

    private final String name = "secured" + NUMBER.incrementAndGet();

    @TempDir
    Path folder;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(BrokerSettings.defaults().withSecurity());
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    static List<Right> rights() throws IOException {
        return Right.documented();
    }

    /** Of those that a running job needs: what it needs at its start only is not missed before the next one. */
    static Stream<Right> rightsOfARunningJob() throws IOException {
        return Right.documented().stream()
                .filter(right -> right.operation().equals("Write")
                        || right.resource().name().equals("flights"));
    }

    @Test
    void theDocumentedRightsAreEnoughAlsoAfterAKillAndThePasswordIsSeenNowhere() throws Exception {
        Access access = user();
        for (Right right : rights()) {
            right.of(name).grant(broker, name);
        }
        Path first = folder.resolve("first.log");
        Path second = folder.resolve("second.log");

        Process killed = process(access, first);
        Topics.awaitCommitted(broker, name + "-out", RECORDS / 2, () -> !killed.isAlive());
        killed.destroyForcibly().waitFor();
        Topics.fill(broker, name + "-in", RECORDS);
        Process stopped = process(access, second);
        Topics.awaitCommitted(broker, name + "-out", 2 * RECORDS, () -> !stopped.isAlive());
        stopped.getOutputStream().close();
        assertThat(stopped.waitFor()).as(Files.readString(second)).isZero();

        CountsReader.assertExact(broker, name + "-out", 2 * RECORDS);
        assertThat(Files.readString(first)).contains("DEBUG", "kafka topic " + name + "-in");
        assertThat(Files.readString(second)).contains("STOPPED").doesNotContain("failed with");
        assertPasswordNowhere();
        assertThat(Topics.committed(broker, "staunch-ledger-" + name)).noneMatch(entry -> entry.contains(PASSWORD));
    }

    @ParameterizedTest
    @MethodSource("rights")
    void aRightThatIsMissingIsNamedAndGrantingItHelps(Right documented) throws Exception {
        Right missing = documented.of(name);
        Pipeline pipeline = SecuredJob.pipeline(name, user());
        for (Right right : rights()) {
            if (!right.equals(documented)) {
                right.of(name).grant(broker, name);
            }
        }
        var restarts = new Restarts();
        StaunchException refusal = catchThrowableOfType(StaunchException.class, () -> run(pipeline, restarts, RECORDS));
        assertNamed(missing, refusal);
        assertNothingRuns();
        assertThat(restarts.count).hasValue(0);

        missing.grant(broker, name);
        run(pipeline, restarts, RECORDS);
        CountsReader.assertExact(broker, name + "-out", RECORDS);
        assertPasswordNowhere();
    }

    @ParameterizedTest
    @MethodSource("rightsOfARunningJob")
    void aRightThatIsTakenFromARunningJobIsNamedAndGivingItBackHelps(Right documented) throws Exception {
        Pipeline pipeline = SecuredJob.pipeline(name, user());
        List<AclBinding> taken = new ArrayList<>();
        for (Right right : rights()) {
            List<AclBinding> granted = right.of(name).grant(broker, name);
            taken.addAll(right.equals(documented) ? granted : List.of());
        }
        var restarts = new Restarts();
        try (Job job = Staunch.start(
                pipeline, SecuredJob.settings(folder.resolve("state")).listener(restarts))) {
            Topics.awaitCommitted(broker, name + "-out", RECORDS, job);
            broker.remove(taken);
            Topics.fill(broker, name + "-in", RECORDS);
            assertNamed(documented.of(name), catchThrowableOfType(StaunchException.class, job::await));
        }
        assertNothingRuns();
        assertThat(restarts.count).hasValue(0);

        documented.of(name).grant(broker, name);
        run(pipeline, restarts, 2 * RECORDS);
        CountsReader.assertExact(broker, name + "-out", 2 * RECORDS);
        assertPasswordNowhere();
    }

    @Test
    void aWrongPasswordIsToldAndNotShown() throws Exception {
        Access access = user();
        broker.addUser(name, "another");
        Path log = folder.resolve("refused.log");
        Process refused = process(access, log);
        refused.waitFor();
        assertThat(Files.readString(log))
                .contains("failed with io.staunch.error.StaunchException")
                .contains("Check security.protocol and the sasl.* or ssl.* settings");
        assertPasswordNowhere();
    }

    @Test
    void aJobWithoutTransactionsNeedsToReadAndToWriteAndNothingElse() throws Exception {
        Access access = user();
        for (Right right : rights()) {
            if (Set.of("flights", "totals").contains(right.resource().name())) {
                right.of(name).grant(broker, name);
            }
        }
        Pipeline pipeline = Pipeline.named(name).guarantee(Guarantee.AT_LEAST_ONCE);
        pipeline.from("in", access.source(name + "-in"))
                .map(number -> new CountingJob.Running(number, 1, 0))
                .to("out", access.sink(name + "-out").atLeastOnce());
        run(pipeline, new Restarts(), RECORDS);
        assertThat(Topics.committed(broker, name + "-out")).hasSize(RECORDS);
    }

    @Test
    void aMonitoringGroupThatIsNotAllowedCostsTheJobNothing() throws Exception {
        Access access = user();
        for (Right right : rights()) {
            right.of(name).grant(broker, name);
        }
        Pipeline pipeline = CountingJob.pipeline(
                name, access.source(name + "-in").groupForMonitoring("nobody-may"), access.sink(name + "-out"));
        var restarts = new Restarts();
        run(pipeline, restarts, RECORDS);
        CountsReader.assertExact(broker, name + "-out", RECORDS);
        assertThat(restarts.count).hasValue(0);
    }

    /** A user without rights, and the topics, of which the first is filled. */
    private Access user() {
        broker.createTopic(name + "-in", 2);
        broker.createTopic(name + "-out", 2);
        Topics.fill(broker, name + "-in", RECORDS);
        broker.addUser(name, PASSWORD);
        return Access.of(broker, name, folder);
    }

    /** Runs the job until so much is committed, and stops it. */
    private void run(Pipeline pipeline, JobListener listener, int committed) throws InterruptedException {
        try (Job job = Staunch.start(
                pipeline, SecuredJob.settings(folder.resolve("state")).listener(listener))) {
            Topics.awaitCommitted(broker, name + "-out", committed, job);
            job.stop();
            job.await();
        }
    }

    /** The job in a JVM of its own, which logs all it can. */
    private Process process(Access access, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=debug",
                "-cp",
                System.getProperty("java.class.path"),
                SecuredJob.class.getName()));
        command.addAll(access.arguments(name, folder.resolve("state")));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static void assertNamed(Right missing, StaunchException error) {
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
        assertThat(error)
                .hasMessageContaining("needs " + missing.operation() + " on " + missing.option() + " '"
                        + missing.resource().name())
                .hasMessageContaining("kafka-acls.sh --bootstrap-server " + broker.bootstrapServers() + " --add")
                .hasMessageContaining("--operation " + missing.operation() + " --" + missing.option() + " "
                        + missing.resource().name());
        assertThat(error).extracting(SecuredJobIT::stackTrace).asString().doesNotContain(PASSWORD);
    }

    /** Clients and threads of the job are let go of; they may be on their way out. */
    private void assertNothingRuns() {
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().contains("staunch-" + name))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String stackTrace(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** Logs of processes and all files of the checkpoint store; but for the file that is there to hold it. */
    private void assertPasswordNowhere() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> !file.toString().endsWith(".login")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(PASSWORD));
        }
    }

    /** Counts restarts: a missing right is no fault that passes. */
    private static final class Restarts implements JobListener {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.RESTARTING) {
                count.incrementAndGet();
            }
        }
    }
}

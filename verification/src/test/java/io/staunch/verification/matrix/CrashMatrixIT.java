package io.staunch.verification.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A part of {@code ./staunch matrix}, on a real broker: each kind of fault once, where it hurts most. The job killed at every step of the
 * protocol is in {@code KilledJobIT}.
 */
@Timeout(600)
class CrashMatrixIT {
    private static Runs runs;

    @BeforeAll
    static void start() throws IOException {
        runs = new Runs(Duration.ofSeconds(180));
    }

    @AfterAll
    static void stop() throws IOException {
        runs.close();
    }

    /** A job that never fails by itself and is not killed takes exactly the steps that the matrix has for it. */
    @ParameterizedTest
    @MethodSource("withEachKindOfSink")
    void thereIsAFaultAtEveryStepThatAJobTakes(Subject subject) throws Exception {
        assertSurvives(only(subject, Fault.NONE, ""));
    }

    static List<Subject> withEachKindOfSink() {
        List<Subject> subjects = new ArrayList<>(Subject.ofOneSink());
        subjects.add(Subject.ALL);
        return subjects;
    }

    @ParameterizedTest
    @CsvSource({
        "BROKER, COMMIT_SENT",
        "REFUSED, DURABLE",
        "BLACK_HOLE, SINK_PREPARED",
        "LONG_CUT, DURABLE",
        "LATE_COMMIT, RECOVERY_DECIDED",
        "LATE_COMMIT, LEDGER_PEEKED",
        "COMMIT_ANSWER_LOST, job killed"
    })
    void anExactJobSurvives(Fault fault, String place) throws Exception {
        assertSurvives(only(Subject.KAFKA, fault, place));
    }

    /** On a real PostgreSQL, and on a real MariaDB. */
    @ParameterizedTest
    @CsvSource({
        "JDBC_WRITE_AHEAD, DATABASE, FOLLOWER_COMMIT_SENT",
        "JDBC_WRITE_AHEAD, DATABASE_RECOVERING, FOLLOWER_CAUGHT_UP",
        "JDBC_WRITE_AHEAD, JOB_FIRST, FOLLOWER_COMMITTED",
        "JDBC_WRITE_AHEAD, DATABASE_AND_JOB, DURABLE",
        "JDBC_PREPARED, JOB_FIRST, SINK_PREPARED",
        "JDBC_PREPARED, DATABASE, FOLLOWER_COMMIT_SENT",
        "JDBC_PREPARED, DATABASE_AND_JOB, DURABLE",
        "JDBC_UPSERT, DATABASE, BARRIER_ALIGNED",
        "MARIA_WRITE_AHEAD, DATABASE_AND_JOB, FOLLOWER_COMMIT_SENT",
        "MARIA_PREPARED, DATABASE_AND_JOB, FOLLOWER_COMMIT_SENT"
    })
    void anExactJobIntoATableSurvives(Subject subject, Fault fault, String place) throws Exception {
        assertSurvives(only(subject, fault, place));
    }

    /** Beside somebody who lists the folder. */
    @ParameterizedTest
    @CsvSource({"JOB_FIRST, SINK_PREPARED", "JOB_FIRST, FOLLOWER_COMMITTED", "JOB_RECOVERING, FOLLOWER_CAUGHT_UP"})
    void anExactJobIntoFilesSurvives(Fault fault, String place) throws Exception {
        assertSurvives(only(Subject.FILES, fault, place));
    }

    /** A lead, two followers, an upsert and files: each has each record once. */
    @ParameterizedTest
    @CsvSource({"JOB_FIRST, COMMITTED", "JOB_RECOVERING, FOLLOWER_CAUGHT_UP", "DATABASE_AND_JOB, COMMITTED"})
    void anExactJobWithASinkOfEachKindSurvives(Fault fault, String place) throws Exception {
        assertSurvives(only(Subject.ALL, fault, place));
    }

    @ParameterizedTest
    @EnumSource(
            value = Subject.class,
            names = {"KAFKA_AT_LEAST_ONCE", "KAFKA_AT_MOST_ONCE"})
    void aWeakerJobKeepsWhatItPromises(Subject subject) throws Exception {
        assertSurvives(only(subject, Fault.JOB_LATER, "DURABLE"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DISK_FULL", "DISK_FULL_TOO_LONG", "DISK_FULL_AT_START", "DISK_READ_ONLY"})
    void aDiskThatTakesNothingIsNamedAndLosesNothing(Fault fault) throws Exception {
        assertSurvives(only(Subject.KAFKA, fault, ""));
    }

    /** Negative control: the judge is not satisfied with less than what a guarantee promises. */
    @Test
    void aJobThatPromisesMoreThanItKeepsIsFoundOut() throws Exception {
        var boast = new Case(Subject.KAFKA, Fault.JOB_LATER, ProtocolStep.ACKNOWLEDGED.name(), scene -> {
            scene.replan(scene.plan().withGuarantee(Guarantee.AT_LEAST_ONCE));
            scene.killedAt(ProtocolStep.ACKNOWLEDGED, 3);
        });
        Outcome outcome = runs.run(boast);
        assertThat(outcome.survived()).as("%s", outcome).isFalse();
        assertThat(outcome.figures().duplicated()).isPositive();
    }

    private static Case only(Subject subject, Fault fault, String place) {
        return fault.cases(subject, 0).stream()
                .filter(each -> each.place().equals(place))
                .findFirst()
                .orElseThrow();
    }

    private static void assertSurvives(Case each) throws Exception {
        Outcome outcome = runs.run(each);
        Assumptions.assumeTrue(outcome.ran(), outcome.toString());
        assertThat(outcome.survived()).as("%s", outcome).isTrue();
        assertThat(outcome.startedAnew())
                .as("processes that had to be started anew")
                .isZero();
    }
}

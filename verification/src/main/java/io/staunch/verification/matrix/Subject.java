package io.staunch.verification.matrix;

import static io.staunch.observe.ProtocolStep.BARRIER_ALIGNED;
import static io.staunch.observe.ProtocolStep.BARRIER_SENT;
import static io.staunch.observe.ProtocolStep.CHECKPOINT_FAILED;
import static io.staunch.observe.ProtocolStep.COMMITTED;
import static io.staunch.observe.ProtocolStep.COMMIT_SENT;
import static io.staunch.observe.ProtocolStep.ENDED;
import static io.staunch.observe.ProtocolStep.FOLLOWER_CAUGHT_UP;
import static io.staunch.observe.ProtocolStep.FOLLOWER_COMMITTED;
import static io.staunch.observe.ProtocolStep.FOLLOWER_COMMIT_SENT;
import static io.staunch.observe.ProtocolStep.FOLLOWER_FENCED;
import static io.staunch.observe.ProtocolStep.LEAD_FENCED;
import static io.staunch.observe.ProtocolStep.LEDGER_PEEKED;
import static io.staunch.observe.ProtocolStep.LEDGER_READ;
import static io.staunch.observe.ProtocolStep.OWNER_RECORDED;
import static io.staunch.observe.ProtocolStep.RESTARTING;
import static io.staunch.observe.ProtocolStep.ROOT_COMMITTED;
import static io.staunch.observe.ProtocolStep.ROOT_DURABLE;
import static io.staunch.observe.ProtocolStep.SINK_PREPARED;
import static io.staunch.observe.ProtocolStep.TRANSACTION_OPENED;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobOutput.Kind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What is put to the test: a sink, in a pipeline of a guarantee. A further sink is one more of these. */
enum Subject {
    KAFKA("KafkaSink", Guarantee.EXACTLY_ONCE, Kind.TOPIC, ofFollowers()),
    KAFKA_AT_LEAST_ONCE("KafkaSink.atLeastOnce()", Guarantee.AT_LEAST_ONCE, Kind.TOPIC, ofLead()),
    KAFKA_AT_MOST_ONCE("KafkaSink.atLeastOnce()", Guarantee.AT_MOST_ONCE, Kind.TOPIC, withoutBarriers()),
    JDBC_WRITE_AHEAD("JdbcSink.writeAhead", Guarantee.EXACTLY_ONCE, Kind.WRITE_AHEAD, ofLeadAlone()),
    JDBC_PREPARED("JdbcSink.prepared", Guarantee.EXACTLY_ONCE, Kind.PREPARED, ofLeadAlone()),
    JDBC_UPSERT("JdbcSink.upsert", Guarantee.EXACTLY_ONCE, Kind.UPSERT, ofLead()),
    JDBC_INSERT("JdbcSink.insert", Guarantee.AT_LEAST_ONCE, Kind.INSERT, ofLead()),
    FILES("FileSink", Guarantee.EXACTLY_ONCE, Kind.FILES, ofLeadAlone());

    /** Steps of a job that fails, restarts or ends; those of a fault are met by faults of their own. */
    private static final Set<ProtocolStep> NOT_IN_PEACE =
            Collections.unmodifiableSet(EnumSet.of(CHECKPOINT_FAILED, RESTARTING, ENDED));

    private static final Set<ProtocolStep> ONCE = Collections.unmodifiableSet(EnumSet.of(ROOT_DURABLE, ROOT_COMMITTED));

    private final String sink;
    private final Guarantee guarantee;
    private final Kind output;
    private final Set<ProtocolStep> notTaken;

    Subject(String sink, Guarantee guarantee, Kind output, Set<ProtocolStep> notTaken) {
        this.sink = sink;
        this.guarantee = guarantee;
        this.output = output;
        this.notTaken = notTaken;
    }

    private static EnumSet<ProtocolStep> ofFollowers() {
        return EnumSet.of(FOLLOWER_FENCED, FOLLOWER_CAUGHT_UP, FOLLOWER_COMMIT_SENT, FOLLOWER_COMMITTED);
    }

    /** Followers take these, but for one that only those take who lack something. */
    private static EnumSet<ProtocolStep> ofLeadAlone() {
        return EnumSet.of(LEAD_FENCED, TRANSACTION_OPENED, COMMIT_SENT, COMMITTED, FOLLOWER_CAUGHT_UP);
    }

    private static EnumSet<ProtocolStep> ofLead() {
        EnumSet<ProtocolStep> steps = ofFollowers();
        steps.addAll(EnumSet.of(
                LEDGER_PEEKED,
                LEAD_FENCED,
                LEDGER_READ,
                OWNER_RECORDED,
                ROOT_COMMITTED,
                TRANSACTION_OPENED,
                COMMIT_SENT,
                COMMITTED));
        return steps;
    }

    private static EnumSet<ProtocolStep> withoutBarriers() {
        EnumSet<ProtocolStep> steps = ofLead();
        steps.addAll(EnumSet.of(BARRIER_SENT, BARRIER_ALIGNED, SINK_PREPARED));
        return steps;
    }

    String sink() {
        return sink;
    }

    Guarantee guarantee() {
        return guarantee;
    }

    /** What it writes through. */
    Kind output() {
        return output;
    }

    /** The name on a command line. */
    String option() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** The steps that the first life takes in which nothing fails, in their order. */
    List<ProtocolStep> steps() {
        return Stream.of(ProtocolStep.values())
                .filter(step -> !NOT_IN_PEACE.contains(step) && !notTaken.contains(step))
                .toList();
    }

    /** The steps that any later life takes. */
    List<ProtocolStep> laterSteps() {
        return steps().stream().filter(step -> !ONCE.contains(step)).toList();
    }

    /** The steps of a life whose predecessor has died between durable and committed. */
    List<ProtocolStep> stepsThatCatchUp() {
        Set<ProtocolStep> steps = EnumSet.copyOf(laterSteps());
        if (output == Kind.WRITE_AHEAD || output == Kind.PREPARED || output == Kind.FILES) {
            steps.add(FOLLOWER_CAUGHT_UP);
        }
        return List.copyOf(steps);
    }

    /** The steps that a life takes again and again. */
    List<ProtocolStep> repeatedSteps() {
        return steps().stream()
                .filter(step -> step.compareTo(TRANSACTION_OPENED) >= 0)
                .toList();
    }

    /** The steps with which such a life recovers. */
    List<ProtocolStep> recoverySteps() {
        return stepsThatCatchUp().stream()
                .filter(step -> step.compareTo(TRANSACTION_OPENED) < 0)
                .toList();
    }
}

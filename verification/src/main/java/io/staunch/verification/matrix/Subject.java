package io.staunch.verification.matrix;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static io.staunch.observe.ProtocolStep.BARRIER_ALIGNED;
import static io.staunch.observe.ProtocolStep.BARRIER_SENT;
import static io.staunch.observe.ProtocolStep.CHECKPOINT_FAILED;
import static io.staunch.observe.ProtocolStep.COMMITTED;
import static io.staunch.observe.ProtocolStep.COMMIT_SENT;
import static io.staunch.observe.ProtocolStep.DURABLE;
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
import static io.staunch.verification.kafka.JobOutput.Kind.INSERT;
import static io.staunch.verification.kafka.JobOutput.Kind.PREPARED;
import static io.staunch.verification.kafka.JobOutput.Kind.TOPIC;
import static io.staunch.verification.kafka.JobOutput.Kind.UPSERT;
import static io.staunch.verification.kafka.JobOutput.Kind.WRITE_AHEAD;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobOutput.Kind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is put to the test: a sink, or several of them, in a pipeline of a guarantee. A further sink is one more of these. */
enum Subject {
    KAFKA(EXACTLY_ONCE, TOPIC),
    KAFKA_AT_LEAST_ONCE(AT_LEAST_ONCE, TOPIC),
    KAFKA_AT_MOST_ONCE(AT_MOST_ONCE, TOPIC),
    JDBC_WRITE_AHEAD(EXACTLY_ONCE, WRITE_AHEAD),
    JDBC_PREPARED(EXACTLY_ONCE, PREPARED),
    JDBC_UPSERT(EXACTLY_ONCE, UPSERT),
    JDBC_INSERT(AT_LEAST_ONCE, INSERT),
    MARIA_WRITE_AHEAD(EXACTLY_ONCE, Engine.MARIADB, WRITE_AHEAD),
    MARIA_PREPARED(EXACTLY_ONCE, Engine.MARIADB, PREPARED),
    MARIA_UPSERT(EXACTLY_ONCE, Engine.MARIADB, UPSERT),
    FILES(EXACTLY_ONCE, Kind.FILES),
    KAFKA_WRITE_AHEAD(EXACTLY_ONCE, TOPIC, WRITE_AHEAD),
    KAFKA_PREPARED(EXACTLY_ONCE, TOPIC, PREPARED),
    KAFKA_UPSERT(EXACTLY_ONCE, TOPIC, UPSERT),
    WRITE_AHEAD_PREPARED(EXACTLY_ONCE, WRITE_AHEAD, PREPARED),
    WRITE_AHEAD_UPSERT(EXACTLY_ONCE, WRITE_AHEAD, UPSERT),
    PREPARED_UPSERT(EXACTLY_ONCE, PREPARED, UPSERT),
    KAFKA_WRITE_AHEAD_PREPARED(EXACTLY_ONCE, TOPIC, WRITE_AHEAD, PREPARED),
    KAFKA_WRITE_AHEAD_UPSERT(EXACTLY_ONCE, TOPIC, WRITE_AHEAD, UPSERT),
    KAFKA_PREPARED_UPSERT(EXACTLY_ONCE, TOPIC, PREPARED, UPSERT),
    WRITE_AHEAD_PREPARED_UPSERT(EXACTLY_ONCE, WRITE_AHEAD, PREPARED, UPSERT),
    ALL(EXACTLY_ONCE, TOPIC, WRITE_AHEAD, PREPARED, UPSERT, Kind.FILES);

    /** Steps of a job that fails, restarts or ends; those of a fault are met by faults of their own. */
    private static final Set<ProtocolStep> NOT_IN_PEACE =
            Collections.unmodifiableSet(EnumSet.of(CHECKPOINT_FAILED, RESTARTING, ENDED));

    private static final Set<ProtocolStep> ONCE = Collections.unmodifiableSet(EnumSet.of(ROOT_DURABLE, ROOT_COMMITTED));

    private static final Set<ProtocolStep> OF_LEAD =
            Collections.unmodifiableSet(EnumSet.of(LEAD_FENCED, TRANSACTION_OPENED, COMMIT_SENT, COMMITTED));

    private static final Set<ProtocolStep> OF_FOLLOWERS =
            Collections.unmodifiableSet(EnumSet.of(FOLLOWER_FENCED, FOLLOWER_COMMIT_SENT, FOLLOWER_COMMITTED));

    private static final Set<ProtocolStep> OF_LEDGERS =
            Collections.unmodifiableSet(EnumSet.of(LEDGER_PEEKED, LEDGER_READ, OWNER_RECORDED, ROOT_COMMITTED));

    private static final Set<ProtocolStep> OF_BARRIERS =
            Collections.unmodifiableSet(EnumSet.of(BARRIER_SENT, BARRIER_ALIGNED, SINK_PREPARED));

    private static final Set<Kind> FOLLOWERS =
            Collections.unmodifiableSet(EnumSet.of(WRITE_AHEAD, PREPARED, Kind.FILES));

    private final Guarantee guarantee;
    private final Engine engine;
    private final List<Kind> outputs;

    Subject(Guarantee guarantee, Kind... outputs) {
        this(guarantee, Engine.POSTGRESQL, outputs);
    }

    Subject(Guarantee guarantee, Engine engine, Kind... outputs) {
        this.guarantee = guarantee;
        this.engine = engine;
        this.outputs = List.of(outputs);
    }

    static List<Subject> ofOneSink() {
        return Stream.of(values())
                .filter(subject -> subject.outputs.size() == 1)
                .toList();
    }

    private boolean hasLead() {
        return writesTo(TOPIC) && guarantee == EXACTLY_ONCE;
    }

    private boolean hasFollowers() {
        return outputs.stream().anyMatch(FOLLOWERS::contains);
    }

    private Set<ProtocolStep> notTaken() {
        // Followers take this one too, but only those who lack something.
        Set<ProtocolStep> steps = EnumSet.of(FOLLOWER_CAUGHT_UP);
        if (!hasLead()) {
            steps.addAll(OF_LEAD);
        }
        if (!hasFollowers()) {
            steps.addAll(OF_FOLLOWERS);
        }
        if (!hasLead() && !hasFollowers()) {
            steps.addAll(OF_LEDGERS);
        }
        if (guarantee == AT_MOST_ONCE) {
            steps.addAll(OF_BARRIERS);
        }
        return steps;
    }

    /** The sinks, for people. */
    String sink() {
        return outputs.stream()
                .map(kind -> switch (kind) {
                    case TOPIC -> hasLead() ? "KafkaSink" : "KafkaSink.atLeastOnce()";
                    case WRITE_AHEAD -> "JdbcSink.writeAhead";
                    case PREPARED -> "JdbcSink.prepared";
                    case UPSERT -> "JdbcSink.upsert";
                    case INSERT -> "JdbcSink.insert";
                    case FILES -> "FileSink";
                })
                .collect(Collectors.joining(" + ", "", engine == Engine.POSTGRESQL ? "" : ", " + engine.title()));
    }

    /** Where its tables are. */
    Engine engine() {
        return engine;
    }

    boolean writesTables() {
        return outputs.stream().anyMatch(Kind::isTable);
    }

    Guarantee guarantee() {
        return guarantee;
    }

    /** What it writes through. */
    List<Kind> outputs() {
        return outputs;
    }

    /** Whether a sink of this kind is one of them. */
    boolean writesTo(Kind kind) {
        return outputs.contains(kind);
    }

    /** The name on a command line. */
    String option() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** The steps that the first life takes in which nothing fails, in their order. */
    List<ProtocolStep> steps() {
        Set<ProtocolStep> notTaken = notTaken();
        return Stream.of(ProtocolStep.values())
                .filter(step -> !NOT_IN_PEACE.contains(step) && !notTaken.contains(step))
                .toList();
    }

    /** The steps that any later life takes. */
    List<ProtocolStep> laterSteps() {
        return steps().stream().filter(step -> !ONCE.contains(step)).toList();
    }

    /** Where a life dies whose successor is to take this step: between durable and committed, and where followers of a lead lack what it has. */
    ProtocolStep lastBefore(ProtocolStep step) {
        return step == FOLLOWER_CAUGHT_UP && hasLead() ? COMMITTED : DURABLE;
    }

    /** The steps of a life whose predecessor has died at {@link #lastBefore}. */
    List<ProtocolStep> stepsThatCatchUp() {
        Set<ProtocolStep> steps = EnumSet.copyOf(laterSteps());
        if (hasFollowers()) {
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

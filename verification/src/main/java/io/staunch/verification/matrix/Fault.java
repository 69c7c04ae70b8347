package io.staunch.verification.matrix;

import io.staunch.verification.kafka.JobOutput.Kind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The faults, in the order of the table. A further one is one more of these. */
enum Fault {
    NONE("none", "every step of the protocol is taken", Peace::cases),
    JOB_FIRST("job killed", "at each step, the first time it is taken", JobKills::first),
    JOB_LATER("job killed later", "at each step that comes again and again, the fifth time", JobKills::later),
    JOB_RECOVERING(
            "job killed while it recovers",
            "from a kill between durable and committed, at each step",
            JobKills::recovering),
    JOB_TWICE(
            "job killed twice",
            "at one step, and its successor at another: each step comes first once",
            JobKills::twice),
    BROKER(
            "broker killed",
            "at each step: the job stands still there, and goes on when the broker is dead",
            BrokerKills::alone),
    BROKER_RECOVERING("broker killed while the job recovers", "at each step", BrokerKills::recovering),
    BOTH("broker and job killed", "the job at each step of a running job, and the broker with it", BrokerKills::both),
    RESTARTING("job killed while it restarts", "because the broker was killed", BrokerKills::restarting),
    STALLED("broker stands still", "SIGSTOP, for longer than the job's clients wait", BrokerKills::stalled),
    REFUSED("cut: connections reset and refused", "at each step that talks to the broker", Cuts::refused),
    BLACK_HOLE("cut: all bytes vanish", "likewise", Cuts::blackHole),
    REQUESTS_LOST("cut: requests vanish, answers come", "likewise", Cuts::requestsLost),
    ANSWERS_LOST("cut: answers vanish, requests arrive", "likewise", Cuts::answersLost),
    LATE("cut: everything arrives, late", "likewise", Cuts::late),
    SLOW("slow network", "each byte 50 ms later in each direction, for the whole run", Cuts::slow),
    LONG_CUT(
            "cut for longer than the transaction timeout",
            "all bytes vanish until the broker has aborted the transaction",
            Cuts::longer),
    STANDS_STILL(
            "job stands still for longer than the transaction timeout",
            "at each step with a transaction open",
            Cuts::standsStill),
    LATE_COMMIT("commit of a dead job arrives late", "when its successor takes a step, at each step", Cuts::lateCommit),
    COMMIT_ANSWER_LOST(
            "answer to a commit lost",
            "the commit has taken effect; the job goes on, or is killed then",
            Cuts::commitAnswerLost),
    DATABASE(
            "database killed",
            "at each step: the job stands still there, and goes on when the database is dead",
            DatabaseKills::alone),
    DATABASE_RECOVERING("database killed while the job recovers", "at each step", DatabaseKills::recovering),
    DATABASE_STALLED(
            "database stands still", "SIGSTOP, for longer than the job waits for an answer", DatabaseKills::stalled),
    DATABASE_AND_JOB(
            "database and job killed",
            "the job at each step of a running job, and the database with it",
            DatabaseKills::both),
    DISK_FULL("job's disk full", "checkpoints fail, the job goes on, and space is freed", Disks::full),
    DISK_FULL_TOO_LONG(
            "job's disk full for too long", "more checkpoints fail than are tolerated: the job ends", Disks::tooLong),
    DISK_FULL_AT_START("job's disk full at a start", "the start is refused", Disks::fullAtStart),
    DISK_READ_ONLY("job's disk read-only at a start", "the start is refused", Disks::readOnly);

    private static final Set<Fault> OF_BROKER = Collections.unmodifiableSet(EnumSet.range(BROKER, COMMIT_ANSWER_LOST));
    private static final Set<Fault> OF_DATABASE =
            Collections.unmodifiableSet(EnumSet.range(DATABASE, DATABASE_AND_JOB));

    private final String words;
    private final String where;
    private final Cases cases;

    Fault(String words, String where, Cases cases) {
        this.words = words;
        this.where = where;
        this.cases = cases;
    }

    /** All cases of a fault. */
    @FunctionalInterface
    interface Cases {
        List<Case> of(Subject subject, int run);
    }

    String words() {
        return words;
    }

    /** Where it happens, and what there is to say of it. */
    String where() {
        return where;
    }

    /** The name on a command line. */
    String option() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /**
     * Its cases; none if it can't happen to this subject.
     *
     * @param run from 0; what is chosen differs from run to run
     */
    List<Case> cases(Subject subject, int run) {
        boolean elsewhere = (OF_BROKER.contains(this) && !subject.writesTo(Kind.TOPIC))
                || (OF_DATABASE.contains(this) && !subject.writesTables());
        return elsewhere ? List.of() : cases.of(subject, run);
    }
}

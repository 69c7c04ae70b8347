package io.staunch.verification.simulation;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSink;
import io.staunch.testkit.outside.TableInsert;
import io.staunch.testkit.outside.TableTwoPhaseCommit;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.outside.TableWriteAhead;

/** The templates of sinks, as the simulation has them, with what each is worth by itself. */
enum SinkTemplate {
    LEAD("transactions of the system that is read again (lead)", EXACTLY_ONCE, true) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new LogLead<>(OUT, key);
        }
    },
    WRITE_AHEAD_LEDGER("write-ahead, with a ledger", EXACTLY_ONCE, true) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableWriteAhead<>(OUT, type, key, Protection.LEDGER);
        }
    },
    WRITE_AHEAD_KEY("write-ahead, with idempotency keys", EXACTLY_ONCE, true) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableWriteAhead<>(OUT, type, key, Protection.IDEMPOTENCY_KEY);
        }
    },
    WRITE_AHEAD_PLAIN("write-ahead, with neither", AT_LEAST_ONCE, true) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableWriteAhead<>(OUT, type, key, Protection.NONE);
        }
    },
    TWO_PHASE_COMMIT("two-phase commit", EXACTLY_ONCE, true) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableTwoPhaseCommit<>(OUT, key, false);
        }
    },
    IDEMPOTENT("idempotent, that rejects stale writers", EXACTLY_ONCE, false) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableUpsert<>(OUT, key);
        }
    },
    IDEMPOTENT_UNCHECKED("idempotent, that does not", AT_LEAST_ONCE, false) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableUpsert<>(OUT, key, false);
        }
    },
    FLUSHING("flushed at the barrier, to a log", AT_LEAST_ONCE, false) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new LogSink<>(OUT, key);
        }
    },
    INSERT("flushed at the barrier, to a table", AT_LEAST_ONCE, false) {
        @Override
        <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key) {
            return new TableInsert<>(OUT, key);
        }
    };

    /** What all write to. */
    static final String OUT = "out";

    private final String words;
    private final Guarantee alone;
    private final boolean commits;

    SinkTemplate(String words, Guarantee alone, boolean commits) {
        this.words = words;
        this.alone = alone;
        this.commits = commits;
    }

    abstract <T> Sink<T> sink(Class<T> type, KeyFunction<T, Object> key);

    /** As in the docs. */
    String words() {
        return words;
    }

    /** What it is worth behind a source that can be read again and operators that give the same again. */
    Guarantee alone() {
        return alone;
    }

    /** Whether it commits with checkpoints, so that an at-most-once pipeline can't have it. */
    boolean commits() {
        return commits;
    }
}

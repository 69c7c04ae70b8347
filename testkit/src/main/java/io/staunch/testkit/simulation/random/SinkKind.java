package io.staunch.testkit.simulation.random;

import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.outside.TableInsert;
import io.staunch.testkit.outside.TableTwoPhaseCommit;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.outside.TableWriteAhead;
import java.util.List;

/** Kinds of sinks of random pipelines: of the connector, or of tables in the simulated database, which have the tracks as keys. */
enum SinkKind {
    /** Of the connector, in transactions of the system that leads the job. */
    LEAD("in the lead's transactions", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return connectors.sink(name, Guarantee.EXACTLY_ONCE, refused);
        }
    },
    /** Of the connector, as records come. */
    FLUSHING("as records come", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return connectors.sink(name, Guarantee.AT_LEAST_ONCE, refused);
        }
    },
    FOLLOWER_WITH_LEDGER(
            "a follower with a ledger",
            List.of(
                    "table.connect",
                    "table.create",
                    "table.read",
                    "table.lock",
                    "table.write",
                    "table.commit",
                    "table.rollback")) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return follower(name, Protection.LEDGER);
        }
    },
    FOLLOWER_WITH_KEY(
            "a follower with idempotency keys",
            List.of("table.connect", "table.create", "table.write", "table.commit", "table.rollback")) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return follower(name, Protection.IDEMPOTENCY_KEY);
        }
    },
    PREPARED("transactions that are prepared", Calls.PREPARED) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return new TableTwoPhaseCommit<>(name, Item::track, false);
        }
    },
    PREPARED_WITH_LOCKS("transactions that are prepared and hold rows", Calls.PREPARED) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return new TableTwoPhaseCommit<>(name, Item::track, true);
        }
    },
    /** Of the connectors that have such. */
    FILES("files that are shown when they are committed", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return connectors.files().orElseThrow().sink(name);
        }
    },
    DATABASE_WRITE_AHEAD("a database, after checkpoints", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return connectors.database().orElseThrow().sink(name, DatabaseSinks.Way.WRITE_AHEAD);
        }
    },
    DATABASE_UPSERT("a database, by key", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return connectors.database().orElseThrow().sink(name, DatabaseSinks.Way.UPSERT);
        }
    },
    DATABASE_INSERT("a database, as records come", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return connectors.database().orElseThrow().sink(name, DatabaseSinks.Way.INSERT);
        }
    },
    FOLLOWER_WITHOUT_PROTECTION("a follower with neither ledger nor keys", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return follower(name, Protection.NONE);
        }
    },
    UPSERT("checked upserts", List.of("table.connect", "table.create", "table.lock", "table.write", "table.commit")) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return new TableUpsert<>(name, Item::track);
        }
    },
    UNCHECKED_UPSERT("unchecked upserts", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return new TableUpsert<>(name, Item::track, false);
        }
    },
    INSERT("inserts", List.of()) {
        @Override
        Sink<Item> sink(String name, Connectors connectors, Misfits refused) {
            return new TableInsert<>(name, Item::track);
        }
    };

    /** A holder, since the constants come before all else. */
    private static final class Calls {
        static final List<String> PREPARED = List.of(
                "table.connect",
                "table.create",
                "table.read",
                "table.lock",
                "table.write",
                "table.commit",
                "table.prepare",
                "table.prepared",
                "table.commitPrepared",
                "table.rollbackPrepared");
    }

    private final String text;
    private final List<String> calls;

    SinkKind(String text, List<String> calls) {
        this.text = text;
        this.calls = calls;
    }

    /**
     * A sink of this kind.
     *
     * @param name its topic's or table's
     * @param refused what becomes of large items; other than {@link Misfits#NONE} for {@link #LEAD} only
     */
    abstract Sink<Item> sink(String name, Connectors connectors, Misfits refused);

    boolean isFollower() {
        return switch (this) {
            case FOLLOWER_WITH_LEDGER,
                    FOLLOWER_WITH_KEY,
                    FOLLOWER_WITHOUT_PROTECTION,
                    PREPARED,
                    PREPARED_WITH_LOCKS,
                    FILES,
                    DATABASE_WRITE_AHEAD -> true;
            case LEAD, FLUSHING, UPSERT, UNCHECKED_UPSERT, INSERT, DATABASE_UPSERT, DATABASE_INSERT -> false;
        };
    }

    /** Whether it is a follower with a ledger of its own. */
    boolean hasLedger() {
        return this == FOLLOWER_WITH_LEDGER
                || this == PREPARED
                || this == PREPARED_WITH_LOCKS
                || this == FILES
                || this == DATABASE_WRITE_AHEAD;
    }

    /** Whether it is one of the connectors' database. */
    boolean isOfDatabase() {
        return this == DATABASE_WRITE_AHEAD || this == DATABASE_UPSERT || this == DATABASE_INSERT;
    }

    /** The same in the connectors' database; itself where there is none. */
    SinkKind ofDatabase() {
        return switch (this) {
            case FOLLOWER_WITH_LEDGER -> DATABASE_WRITE_AHEAD;
            case UPSERT -> DATABASE_UPSERT;
            case INSERT -> DATABASE_INSERT;
            default -> this;
        };
    }

    /** Whether it writes to a table, not by the connector or to files. */
    boolean isTable() {
        return this != LEAD && this != FLUSHING && this != FILES;
    }

    /** The calls to the database that runs with it make, at which a process can die; empty for kinds that exactly-once does not have. */
    List<String> tableCalls() {
        return calls;
    }

    @Override
    public String toString() {
        return text;
    }

    private static Sink<Item> follower(String name, Protection protection) {
        return new TableWriteAhead<>(name, Item.class, Item::track, protection);
    }
}

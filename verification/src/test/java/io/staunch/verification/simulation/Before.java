package io.staunch.verification.simulation;

import io.staunch.Broadcast;
import io.staunch.Stream;
import io.staunch.aggregate.Aggregates;
import io.staunch.enrich.AsyncClientFactory;
import io.staunch.enrich.Enrichment;
import io.staunch.keyed.Deduplication;
import io.staunch.process.SideOutput;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import io.staunch.time.Watermarks;
import io.staunch.verification.simulation.Running.Flight;
import io.staunch.window.GlobalWindows;
import io.staunch.window.Trigger;
import io.staunch.window.TumblingWindows;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What can stand before a sink: each kind of operator, in the forms that differ in what they depend on. Each makes exactly one row of each flight, whatever it decides about it, and the
 * decision is in the row: so two rows of a flight are a row that a later attempt has not written again.
 */
enum Before {
    MAP("`map`, `filter`, `flatMap`", true, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.filter(flight -> flight.number() >= 0)
                    .<Flight>flatMap((flight, out) -> out.emit(flight))
                    .map(flight -> new Row(flight.number(), flight.origin()));
        }
    },
    UNION("`union`, side outputs", true, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.filter(flight -> flight.number() % 2 == 0)
                    .union(flights.filter(flight -> flight.number() % 2 == 1))
                    .map(flight -> new Row(flight.number(), flight.origin()));
        }
    },
    FOLD("`fold`, `reduce`, `aggregate`", true, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.keyBy(Flight::origin)
                    .fold("last", new Row(0, ""), (last, flight) -> counted(last, flight))
                    .values();
        }

        /** How many there were is in the row: the flights of an origin come in one order. */
        private static Row counted(Row last, Flight flight) {
            int count = last.what().isEmpty() ? 0 : Integer.parseInt(last.what());
            return new Row(flight.number(), Integer.toString(count + 1));
        }
    },
    PROCESS("`process` with state per key or task", true, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.<Flight>process("task", states -> (flight, context) -> context.emit(flight))
                    .keyBy(Flight::origin)
                    .process("seen", states -> {
                        ValueState<Boolean> seen = states.value("seen", Boolean.class);
                        return (flight, context) -> {
                            context.emit(new Row(flight.number(), seen.orNull() == null ? FIRST : AGAIN));
                            seen.set(true);
                        };
                    });
        }
    },
    WINDOW("windows by event time", true, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return inTime(flights)
                    .keyBy(Flight::origin)
                    .window(TumblingWindows.of(SIZE))
                    .list("window", Flight.class)
                    .<Row>process(states -> (window, list, context) ->
                            list.forEach(flight -> context.emit(new Row(flight.number(), "with " + list.size()))));
        }
    },
    COUNT_TRIGGER("windows with a trigger by the number of records", true, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return inGroups(flights, Trigger.everyRecords(1).discardingWhatWasGiven());
        }
    },
    DEDUPLICATION("deduplication by event time", true, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return firsts(inTime(flights), Deduplication.byEventTime(SIZE));
        }
    },
    JOIN("interval and windowed joins", true, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            Stream<Flight> timed = inTime(flights);
            Stream<Flight> joined = timed.keyByInt(Flight::number)
                    .join(timed.keyByInt(Flight::number))
                    .within(Duration.ZERO, Duration.ZERO)
                    .map("interval", Flight.class, Flight.class, (left, right) -> left);
            return joined.keyByInt(Flight::number)
                    .join(timed.keyByInt(Flight::number))
                    .window(TumblingWindows.of(SIZE))
                    .map("window", Flight.class, Flight.class, (left, right) -> new Row(left.number(), right.origin()));
        }
    },
    ENRICH("`enrich`, in order", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.keyBy(Flight::origin).enrich("gates", Enrichment.orderedBy(Flight.class, gates()));
        }
    },
    ENRICH_UNORDERED("`enrich`, in no order", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.enrich("gates", Enrichment.unorderedBy(Flight.class, gates()));
        }
    },
    TABLE("`process` that reads a broadcast, without a key", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.connect(count(flights))
                    .process(
                            "ruled",
                            (states, table) -> (flight, context) ->
                                    context.emit(new Row(flight.number(), "table " + table.get(0))));
        }
    },
    TABLE_BY_KEY("`process` that reads a broadcast, with a key", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.keyBy(Flight::origin)
                    .connect(count(flights))
                    .process(
                            "ruled",
                            (states, table) -> (flight, context) ->
                                    context.emit(new Row(flight.number(), "table " + table.get(0))));
        }
    },
    INTERVAL_TRIGGER("windows with a trigger by an interval", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return inGroups(flights, Trigger.everyInterval(SHORT).discardingWhatWasGiven());
        }
    },
    CLOCK_DEDUPLICATION("deduplication by processing time", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return firsts(flights, Deduplication.byProcessingTime(SHORT));
        }
    },
    EXPIRING_STATE("`process` with state that expires", false, false) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            return flights.keyBy(Flight::origin).process("seen", states -> {
                ValueState<Boolean> seen =
                        states.expiring(TimeToLive.sinceWrite(SHORT)).value("seen", Boolean.class);
                return (flight, context) -> {
                    context.emit(new Row(flight.number(), seen.orNull() == null ? FIRST : AGAIN));
                    seen.set(true);
                };
            });
        }
    },
    LATE_WINDOW("windows with `lateTo`", false, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            Stream<Row> windows = late(flights)
                    .keyBy(Flight::origin)
                    .window(TumblingWindows.of(SIZE))
                    .lateTo(LATE)
                    .list("window", Flight.class)
                    .process(states -> (window, list, context) ->
                            list.forEach(flight -> context.emit(new Row(flight.number(), "in time"))));
            return windows.union(windows.sideOutput(LATE).map(Before::late));
        }
    },
    LATE_JOIN("interval joins with `lateTo`", false, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            Stream<Flight> timed = late(flights);
            Stream<Row> joined = timed.keyByInt(Flight::number)
                    .join(timed.keyByInt(Flight::number))
                    .within(Duration.ZERO, Duration.ZERO)
                    .lateTo(LATE, LATE_RIGHT)
                    .leftMap("interval", Flight.class, Flight.class, Before::met);
            return withLate(joined);
        }
    },
    LATE_WINDOWED_JOIN("windowed joins with `lateTo`", false, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            Stream<Flight> timed = late(flights);
            Stream<Row> joined = timed.keyByInt(Flight::number)
                    .join(timed.keyByInt(Flight::number))
                    .window(TumblingWindows.of(SIZE))
                    .lateTo(LATE, LATE_RIGHT)
                    .leftMap("window", Flight.class, Flight.class, Before::met);
            return withLate(joined);
        }
    },
    IDLE("windows, joins and deduplication by event time `withIdleness`", false, true) {
        @Override
        Stream<Row> rows(Stream<Flight> flights) {
            Stream<Flight> timed = flights.eventTimeMillis(
                    Before::time, Watermarks.disorder(Duration.ZERO).withIdleness(SHORT));
            return firsts(timed, Deduplication.byEventTime(SIZE));
        }
    };

    /**
     * What comes of a flight, written under all of itself as key.
     *
     * @param id the flight's number
     * @param what was decided about it
     */
    record Row(int id, String what) {}

    private static final Duration SIZE = Duration.ofMillis(50);
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final SideOutput<Flight> TWICE = SideOutput.named("twice");
    private static final SideOutput<Flight> LATE = SideOutput.named("late");
    private static final SideOutput<Flight> LATE_RIGHT = SideOutput.named("late-right");
    private static final String FIRST = "first";
    private static final String AGAIN = "again";

    private final String words;
    private final boolean repeatable;
    private final boolean byEventTime;

    Before(String words, boolean repeatable, boolean byEventTime) {
        this.words = words;
        this.repeatable = repeatable;
        this.byEventTime = byEventTime;
    }

    /** Exactly one row of each flight. */
    abstract Stream<Row> rows(Stream<Flight> flights);

    /** As in the docs. */
    String words() {
        return words;
    }

    /** Whether it must count as giving the same again. */
    boolean repeatable() {
        return repeatable;
    }

    /** Whether its last rows come when its input ends. */
    boolean byEventTime() {
        return byEventTime;
    }

    private static Stream<Flight> inTime(Stream<Flight> flights) {
        return flights.eventTimeMillis(Before::time, Duration.ZERO);
    }

    private static long time(Flight flight) {
        return flight.number() * 10L;
    }

    /** Flights that are less in order than is said. */
    private static Stream<Flight> late(Stream<Flight> flights) {
        return flights.eventTimeMillis(flight -> time(flight) - flight.number() % 7 * 70L, Duration.ZERO);
    }

    private static Row late(Flight flight) {
        return new Row(flight.number(), "late");
    }

    private static Row met(Flight left, @Nullable Flight right) {
        return new Row(left.number(), right == null ? "alone" : "met");
    }

    private static Stream<Row> withLate(Stream<Row> joined) {
        Stream<Row> right =
                joined.sideOutput(LATE_RIGHT).filter(flight -> false).map(Before::late);
        return joined.union(joined.sideOutput(LATE).map(Before::late), right);
    }

    private static Stream<Row> firsts(Stream<Flight> flights, Deduplication rules) {
        Stream<Flight> firsts = flights.keyBy(Flight::origin).deduplicate("firsts", rules.duplicatesTo(TWICE));
        return firsts.map(flight -> new Row(flight.number(), FIRST))
                .union(firsts.sideOutput(TWICE).map(flight -> new Row(flight.number(), AGAIN)));
    }

    private static Stream<Row> inGroups(Stream<Flight> flights, Trigger trigger) {
        return flights.keyBy(Flight::origin)
                .window(GlobalWindows.all())
                .trigger(trigger)
                .aggregate("groups", Aggregates.list(Flight.class))
                .<Row>process(states -> (window, list, context) -> list.forEach(flight -> context.emit(
                        new Row(flight.number(), "behind " + list.get(0).number()))));
    }

    /** How many flights have come, under 0. */
    private static Broadcast<Integer, Integer> count(Stream<Flight> flights) {
        return flights.broadcast("count", Integer.class, Integer.class, (flight, table) -> {
            Integer before = table.get(0);
            table.put(0, before == null ? 1 : before + 1);
        });
    }

    /** Another gate at each call. */
    private static AsyncClientFactory<Flight, Row> gates() {
        return context -> flight -> CompletableFuture.completedFuture(
                new Row(flight.number(), "gate " + context.environment().random(3)));
    }
}

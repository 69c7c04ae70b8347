package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.sink.Sink;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.verification.simulation.Running.Departures;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each combination of the kinds of sinks in one job, with crashes, zombies, lost answers, a database that is away, and another parallelism each time. */
class SinkCombinationsTest {
    private static final int FLIGHTS = 120;
    private static final int SEEDS = 30;

    /** Those that are exactly-once with a ledger, or by their keys. */
    enum Kind {
        LEAD {
            @Override
            Sink<Departures> sink() {
                return Followers.lead();
            }
        },
        WRITE_AHEAD {
            @Override
            Sink<Departures> sink() {
                return Followers.table(sinkName(), Protection.LEDGER);
            }
        },
        PREPARED {
            @Override
            Sink<Departures> sink() {
                return Followers.prepared(sinkName(), true);
            }
        },
        UPSERT {
            @Override
            Sink<Departures> sink() {
                return new TableUpsert<>(sinkName(), Departures::origin);
            }
        };

        abstract Sink<Departures> sink();

        /** That of the lead is the log's. */
        String sinkName() {
            return this == LEAD ? "totals" : name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    @ParameterizedTest
    @MethodSource
    void eachSinkHasAllOnce(Set<Kind> kinds) {
        Map<String, Sink<Departures>> sinks = new TreeMap<>();
        kinds.forEach(kind -> sinks.put(kind.sinkName(), kind.sink()));

        CampaignResult result =
                Followers.simulation(FLIGHTS, sinks).seeds(SEEDS).expectExactlyOnce();

        System.out.println(kinds + ": " + result);
        assertThat(result.crashes()).isPositive();
    }

    /** All of at least two. */
    static Stream<Set<Kind>> eachSinkHasAllOnce() {
        List<Kind> all = List.of(Kind.values());
        return IntStream.range(0, 1 << all.size())
                .filter(bits -> Integer.bitCount(bits) > 1)
                .mapToObj(bits -> all.stream()
                        .filter(kind -> (bits >> kind.ordinal() & 1) == 1)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class))));
    }
}

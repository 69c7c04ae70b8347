package io.staunch.examples.airports;

import static java.time.Duration.ofMillis;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.sink.Sink;
import java.nio.file.Path;

/**
 * Flights, counted with their delays per airport: from a Kafka topic through keyed state to a Kafka topic. After each flight the
 * totals of its airport go out, exactly once.
 *
 * <p>To run it against a broker of one's own, with the topics {@code flights} and {@code airport-delays} in place:
 *
 * <pre>{@code AirportDelaysJob localhost:9092 state}</pre>
 */
public final class AirportDelaysJob {
    /** The topic that is read: {@link Flight}s in JSON. */
    public static final String FLIGHTS = "flights";

    /** The topic that is written: {@link AirportDelays} in JSON, by airport. */
    public static final String AIRPORT_DELAYS = "airport-delays";

    private AirportDelaysJob() {}

    /** The job, exactly once. */
    public static Pipeline pipeline(String bootstrapServers) {
        return pipeline(bootstrapServers, Guarantee.EXACTLY_ONCE);
    }

    /** The job, with as much of a guarantee as is asked for. */
    public static Pipeline pipeline(String bootstrapServers, Guarantee guarantee) {
        return totals(bootstrapServers, guarantee).to("totals", topic(bootstrapServers, guarantee));
    }

    /** The job up to its totals, which go to sinks of the caller's choice. */
    public static Stream<AirportDelays> totals(String bootstrapServers, Guarantee guarantee) {
        KafkaSource<Flight> flights = KafkaSource.json(Flight.class)
                .bootstrapServers(bootstrapServers)
                .topic(FLIGHTS);
        return Pipeline.named("airport-delays")
                .guarantee(guarantee)
                .from("flights", flights)
                .keyBy(Flight::origin)
                .fold("delays", Delays.NONE, Delays::plus)
                .map((airport, d) -> new AirportDelays(airport, d.flights(), d.delayed(), d.minutes(), d.lastFlight()));
    }

    /** The topic of totals, as strong as the guarantee needs it. */
    public static Sink<AirportDelays> topic(String bootstrapServers, Guarantee guarantee) {
        KafkaSink<AirportDelays> totals = KafkaSink.json(AirportDelays.class)
                .bootstrapServers(bootstrapServers)
                .topic(AIRPORT_DELAYS)
                .key(AirportDelays::airport);
        return guarantee == Guarantee.EXACTLY_ONCE ? totals : totals.atLeastOnce();
    }

    /**
     * Runs the job until it is told to end (Ctrl-C), and goes on from there at the next start.
     *
     * @param args the broker, as {@code host:port}, and the folder of the job's state
     */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 2) {
            throw new IllegalArgumentException(
                    "two arguments are needed: the broker as host:port, and a folder for the job's state");
        }
        Job job = Staunch.start(
                pipeline(args[0]), Settings.stateIn(Path.of(args[1])).checkpointEvery(ofMillis(50)));
        job.await();
    }
}

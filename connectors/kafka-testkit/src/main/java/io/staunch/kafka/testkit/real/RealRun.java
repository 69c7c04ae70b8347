package io.staunch.kafka.testkit.real;

import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs a pipeline on a real Kafka broker, in processes of its own that are ended by real SIGKILLs and started again, and compares what it
 * commits with what it must. The verbs are those of {@link Simulation}. An immutable value: every method returns a changed copy.
 *
 * <pre>{@code
 * RealRun.of(AirportDelaysJob::pipeline)
 *         .feed("flights", Flights.sample(50_000), Flight::origin)
 *         .capture("totals")
 *         .killAt(ProtocolStep.COMMIT_SENT)
 *         .killByChance(3)
 *         .expectExactlyOnce();
 * }</pre>
 *
 * <p>The broker is a child process too, made for the run and gone with it, with the pipeline's topics. All sources and sinks must be Kafka's.
 * What is fed is written in as many portions as there are lives, so that each life has work, and a portion piece by piece for a life that is
 * to take a step several times: however quick it is, it has a reason to. What must come out is what {@link #expect}
 * says, or what the simulation gives without faults.
 */
public final class RealRun {
    private static final Duration LONGEST_DELAY = Duration.ofMillis(400);
    private static final int STEPS_PER_RECORD = 50;

    private final PipelineFunction pipeline;
    private final Map<String, List<Fed>> feeds;
    private final List<String> captures;
    private final UnaryOperator<Simulation> reference;
    private final List<Kill> kills;
    private final RealSettings settings;

    private RealRun(
            PipelineFunction pipeline,
            Map<String, List<Fed>> feeds,
            List<String> captures,
            UnaryOperator<Simulation> reference,
            List<Kill> kills,
            RealSettings settings) {
        this.pipeline = pipeline;
        this.feeds = feeds;
        this.captures = captures;
        this.reference = reference;
        this.kills = kills;
        this.settings = settings;
    }

    /**
     * Runs a pipeline for a broker.
     *
     * @throws IllegalArgumentException if other JVMs can't call the function by its name
     */
    public static RealRun of(PipelineFunction pipeline) {
        var unused = StaticMethod.of(pipeline);
        return new RealRun(pipeline, Map.of(), List.of(), UnaryOperator.identity(), List.of(), RealSettings.DEFAULT);
    }

    /** What a source finds to read, in this order for each lane. */
    public <T> RealRun feed(String source, List<T> records, Function<? super T, ?> lane) {
        Map<String, List<Fed>> more = new TreeMap<>(feeds);
        more.put(source, records.stream().map(r -> new Fed(lane.apply(r), r)).toList());
        return new RealRun(
                pipeline, more, captures, s -> reference.apply(s).feed(source, records, lane), kills, settings);
    }

    /** What a source finds to read, all in this order on one partition. */
    public RealRun feed(String source, List<?> records) {
        return feed(source, records, r -> "");
    }

    /** Judges what this sink commits. */
    public RealRun capture(String sink) {
        List<String> more = new ArrayList<>(captures);
        more.add(sink);
        return new RealRun(pipeline, feeds, more, s -> reference.apply(s).capture(sink), kills, settings);
    }

    /** What a captured sink must commit: keys and values as the text that they are in Kafka. */
    public RealRun expect(String sink, Iterable<Output> outputs) {
        return new RealRun(pipeline, feeds, captures, s -> reference.apply(s).expect(sink, outputs), kills, settings);
    }

    /** Ends a life of the job at this step. */
    public RealRun killAt(ProtocolStep step) {
        return killAt(step, 1);
    }

    /**
     * Ends a life of the job when it takes this step for the n-th time in that life.
     *
     * @param meeting n, from 1
     * @throws IllegalArgumentException if n is less
     */
    public RealRun killAt(ProtocolStep step, int meeting) {
        if (meeting < 1) {
            throw new IllegalArgumentException(
                    "killAt(" + step + ", " + meeting + "): the first meeting of a step is number 1");
        }
        return kill(new Kill(step, meeting, Duration.ZERO));
    }

    /** Ends so many lives at moments by chance, soon after they have begun to read. */
    public RealRun killByChance(int times) {
        return killByChance(times, new Random().nextLong());
    }

    /** The same moments each time, as far as a real system has any. */
    public RealRun killByChance(int times, long seed) {
        var random = new Random(seed);
        RealRun more = this;
        for (int i = 0; i < times; i++) {
            more = more.kill(new Kill(null, 1, Duration.ofMillis(random.nextLong(LONGEST_DELAY.toMillis()))));
        }
        return more;
    }

    /** The interval between checkpoints; 20 ms if not said otherwise. */
    public RealRun checkpointEvery(Duration interval) {
        return with(settings.checkpointEvery(interval));
    }

    /** Tasks per operator; the number of processors if not said otherwise. */
    public RealRun parallelism(int tasks) {
        return with(settings.parallelism(tasks));
    }

    /** How many partitions each topic has; 3 if not said otherwise. */
    public RealRun partitions(int count) {
        return with(settings.partitions(count));
    }

    /** How long each thing may take that is waited for, such as a step or the end of the input; 2 minutes if not said otherwise. */
    public RealRun within(Duration limit) {
        return with(settings.within(limit));
    }

    /** @throws AssertionError if any output was lost, repeated or out of order, or a kill did not come */
    public RealVerdict expectExactlyOnce() throws InterruptedException {
        return expect(Guarantee.EXACTLY_ONCE);
    }

    /** @throws AssertionError if any output was lost, or a kill did not come */
    public RealVerdict expectAtLeastOnce() throws InterruptedException {
        return expect(Guarantee.AT_LEAST_ONCE);
    }

    /** @throws AssertionError if any output was repeated, or a kill did not come */
    public RealVerdict expectAtMostOnce() throws InterruptedException {
        return expect(Guarantee.AT_MOST_ONCE);
    }

    private RealVerdict expect(Guarantee guarantee) throws InterruptedException {
        RealVerdict verdict = run(guarantee);
        if (!verdict.passed()) {
            throw new AssertionError(guarantee.text() + " does not hold:\n" + verdict);
        }
        return verdict;
    }

    /** Runs it and judges by this level. */
    public RealVerdict run(Guarantee guarantee) throws InterruptedException {
        int records = feeds.values().stream().mapToInt(List::size).sum();
        requireWork();
        Pipeline model = pipeline.of("simulated:9092");
        model.validate();
        var judge = new RealJudge(
                reference
                        .apply(Simulation.of(() -> pipeline.of("simulated:9092")))
                        .bounds(new Bounds(
                                Bounds.DEFAULT.faulty(), Bounds.DEFAULT.liveness() + STEPS_PER_RECORD * records))
                        .expected(),
                guarantee);
        try (KafkaBroker broker = KafkaBroker.start();
                var lives = new Lives(StaticMethod.of(pipeline), broker, settings)) {
            var topics = new RealTopics(pipeline.of(broker.bootstrapServers()), broker, settings.partitions());
            topics.make();
            judge.open(broker, topics);
            try (judge) {
                for (int i = 0; i < kills.size(); i++) {
                    lives.runUntil(kills.get(i), portion(i, topics), judge::read);
                }
                lives.runToTheEnd(portion(kills.size(), topics), judge::read);
                judge.readToTheEnd();
            }
        }
        return new RealVerdict(
                judge.broken(),
                judge.verdict(),
                kills.stream().map(Kill::toString).toList());
    }

    private void requireWork() {
        for (int life = 0; life <= kills.size(); life++) {
            int from = life;
            int most = feeds.values().stream()
                    .mapToInt(records -> part(records, from).size())
                    .max()
                    .orElse(0);
            if (most < slices(life)) {
                throw new IllegalArgumentException("each of " + (kills.size() + 1) + " lives needs something to do"
                        + (slices(life) == 1
                                ? ""
                                : ", and one that is killed " + kills.get(life) + " that many records")
                        + "; this is life " + (life + 1) + ", and of what is fed it gets " + most + ": feed more");
            }
        }
    }

    private Portion portion(int life, RealTopics topics) {
        Map<String, List<Fed>> parts = new TreeMap<>();
        feeds.forEach((source, records) -> parts.put(source, part(records, life)));
        return new Portion(parts, slices(life), topics::fill);
    }

    private List<Fed> part(List<Fed> records, int life) {
        return Portion.part(records, life, kills.size() + 1);
    }

    private int slices(int life) {
        return life < kills.size() ? kills.get(life).meeting() : 1;
    }

    private RealRun kill(Kill kill) {
        List<Kill> more = new ArrayList<>(kills);
        more.add(kill);
        return new RealRun(pipeline, feeds, captures, reference, more, settings);
    }

    private RealRun with(RealSettings changed) {
        return new RealRun(pipeline, feeds, captures, reference, kills, changed);
    }
}

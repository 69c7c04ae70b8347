package io.staunch.testkit.simulation.random;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.Sink;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.outside.RefusingWriteAhead;
import io.staunch.testkit.outside.TableOutsideKind;
import io.staunch.testkit.outside.TableWriteAhead;
import io.staunch.testkit.simulation.Aim;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Parts.End;
import io.staunch.testkit.simulation.random.Parts.Lag;
import io.staunch.testkit.simulation.random.Parts.Origin;
import io.staunch.testkit.simulation.random.Parts.Step;
import io.staunch.testkit.simulation.world.Chance;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A pipeline by chance: an immutable value that says what it is, and can be built, fed, simulated and computed without the engine.
 *
 * <p>What it commits is compared with what a plain computation gives: one thread, all records in order, no engine. Where inputs interleave
 * freely, two runs without faults give different orders; so each record is on a track ({@link Item#track}), and operators are made such
 * that the records of a track, and their values and order, are the same in every run. At weaker levels than exactly-once values depend on
 * what was counted twice or not at all: there the values are taken off before the sinks, and what is compared is which records come.
 */
public final class RandomPipeline {
    /** A checkpoint store renames nothing else. */
    private static final String SETS_ASIDE = "disk." + DiskCall.Kind.RENAME;

    private final Connectors connectors;
    private final Guarantee guarantee;
    private final List<Origin> origins;
    private final List<Step> steps;
    private final List<End> ends;
    private final Lag lag;

    RandomPipeline(
            Connectors connectors,
            Guarantee guarantee,
            List<Origin> origins,
            List<Step> steps,
            List<End> ends,
            Lag lag) {
        this.connectors = connectors;
        this.guarantee = guarantee;
        this.origins = List.copyOf(origins);
        this.steps = List.copyOf(steps);
        this.ends = List.copyOf(ends);
        this.lag = lag;
    }

    /** The one that a seed stands for. */
    public static RandomPipeline of(long seed, Connectors connectors) {
        return new Draft(purpose -> Chance.of(seed, purpose), connectors).finish();
    }

    public Guarantee guarantee() {
        return guarantee;
    }

    /** The places that its runs meet. */
    Aim.Places places() {
        boolean lead = ends.stream().anyMatch(end -> end.kind() == SinkKind.LEAD);
        Set<String> calls = new TreeSet<>(connectors.calls(lead));
        ends.forEach(end -> calls.addAll(end.kind().tableCalls()));
        boolean followers = ends.stream().anyMatch(end -> end.kind().isFollower());
        if (ends.stream().anyMatch(end -> end.kind() == SinkKind.FILES)) {
            connectors.files().ifPresent(files -> calls.addAll(files.calls()));
        }
        if (ends.stream().anyMatch(end -> end.kind().isOfDatabase())) {
            connectors.database().ifPresent(database -> calls.addAll(database.calls()));
        }
        if (ends.stream().anyMatch(end -> !end.never().isEmpty())) {
            calls.add(SETS_ASIDE);
        }
        boolean ledger = ends.stream().anyMatch(end -> end.kind().hasLedger());
        return new Aim.Places(lead, followers, ledger, List.copyOf(calls));
    }

    /** Anew for each process, as its program would. */
    public Pipeline build() {
        Pipeline pipeline = Pipeline.named("random").guarantee(guarantee);
        List<Stream<Item>> streams = new ArrayList<>();
        for (Origin origin : origins) {
            Stream<Item> read =
                    pipeline.from(origin.name(), connectors.source(origin.name(), origin.ends(), origin.bad()));
            streams.add(origin.time() == null ? read : origin.time().on(read));
            if (origin.bad() == Misfits.ASIDE) {
                streams.add(read.sideOutput(Connectors.BAD)
                        .map(bad -> Item.ofUnreadable(
                                new String(Objects.requireNonNull(bad.value()), StandardCharsets.UTF_8))));
            }
        }
        for (Step step : steps) {
            List<Stream<Item>> inputs = step.inputs().stream().map(streams::get).toList();
            streams.addAll(step.operator().build(step.name(), inputs));
        }
        ends.forEach(end -> end(pipeline, end, streams.get(end.stream())));
        return pipeline;
    }

    private void end(Pipeline pipeline, End end, Stream<Item> stream) {
        Stream<Item> out = guarantee == Guarantee.EXACTLY_ONCE ? stream : stream.map(item -> item.value(0));
        if (end.refused() != Misfits.NONE) {
            out = out.map(item -> end.refuses(item) ? item.large() : item);
        }
        Sink<Item> sink = end.kind().sink(end.name(), connectors, end.refused());
        out.to(end.name(), end.never().isEmpty() ? sink : refusing(sink, end.never()));
        if (end.refused() == Misfits.ASIDE) {
            pipeline.sideOutput(end.name(), Connectors.REFUSED)
                    .map(refused -> refused.value().small())
                    .to(end.asideName(), end.kind().sink(end.asideName(), connectors, Misfits.NONE));
        }
    }

    private static Sink<Item> refusing(Sink<Item> sink, List<Item> never) {
        return new RefusingWriteAhead<>((TableWriteAhead<Item>) sink, never::contains);
    }

    /** What must be committed, by sink: computed plainly from what the sources are fed with. */
    public Map<String, List<Output>> expected(Map<String, List<Fed>> feeds) {
        Map<String, List<Output>> expected = new TreeMap<>();
        List<Origin> fed = origins.stream()
                .map(origin -> origin.records(items(feeds.getOrDefault(origin.name(), List.of()))))
                .toList();
        List<List<Item>> streams = evaluate(fed, steps);
        for (End end : ends) {
            List<Item> items = streams.get(end.stream()).stream()
                    .map(item -> guarantee == Guarantee.EXACTLY_ONCE ? item : item.value(0))
                    .toList();
            expected.put(end.name(), outputs(end, items.stream().filter(item -> !end.refuses(item))));
            if (end.refused() == Misfits.ASIDE) {
                expected.put(end.asideName(), outputs(end, items.stream().filter(end::refuses)));
            }
        }
        return expected;
    }

    private List<Output> outputs(End end, java.util.stream.Stream<Item> items) {
        return items.map(item -> output(end, item)).toList();
    }

    private Output output(End end, Item item) {
        if (end.kind() == SinkKind.FILES) {
            return connectors.files().orElseThrow().output(end.name(), item);
        }
        return end.kind().isTable() ? new Output(0, item.track(), item) : connectors.output(item);
    }

    /** The records of all streams. */
    static List<List<Item>> evaluate(List<Origin> origins, List<Step> steps) {
        List<List<Item>> streams = new ArrayList<>();
        for (Origin origin : origins) {
            streams.add(origin.records().stream().filter(i -> !origin.isBad(i)).toList());
            if (origin.bad() == Misfits.ASIDE) {
                streams.add(origin.records().stream()
                        .filter(origin::isBad)
                        .map(bad -> Item.ofUnreadable(bad.unreadable()))
                        .toList());
            }
        }
        for (Step step : steps) {
            List<List<Item>> inputs = step.inputs().stream().map(streams::get).toList();
            streams.addAll(step.operator().evaluate(inputs));
        }
        return streams;
    }

    /** Its simulation, fed, and judged by {@link #expected}. */
    public Simulation simulation() {
        Set<String> choosy = ends.stream()
                .filter(end -> end.refused() != Misfits.NONE)
                .map(End::name)
                .collect(Collectors.toSet());
        Simulation simulation = Simulation.of(this::build)
                .only(new Unhurried(connectors.outside(choosy)))
                .outside(new TableOutsideKind())
                .settings(lag::on);
        if (connectors.files().isPresent()) {
            simulation = simulation.outside(connectors.files().orElseThrow().outside());
        }
        if (connectors.database().isPresent()) {
            simulation = simulation.outside(connectors.database().orElseThrow().outside());
        }
        for (Origin origin : origins) {
            simulation = simulation.feed(origin.name(), fed(origin), RandomPipeline::track);
        }
        for (End end : ends) {
            simulation = simulation.capture(end.name());
            if (end.refused() == Misfits.ASIDE) {
                simulation = simulation.capture(end.asideName());
            }
        }
        simulation = simulation.compute(this::expected);
        return origins.stream().allMatch(Origin::ends) ? simulation.finishes() : simulation;
    }

    private static List<Object> fed(Origin origin) {
        return origin.records().stream()
                .map(item -> origin.isBad(item) ? (Object) item.unreadable() : item)
                .toList();
    }

    private static List<Item> items(List<Fed> records) {
        return records.stream().map(record -> item(record.value())).toList();
    }

    private static long track(Object fed) {
        return item(fed).track();
    }

    private static Item item(Object fed) {
        return fed instanceof Item item ? item : Item.ofUnreadable((String) fed);
    }

    /** One part a line, with the numbers of the streams that it takes and gives, and how many records there are on each. */
    @Override
    public String toString() {
        List<List<Item>> streams = evaluate(origins, steps);
        var text = new StringBuilder("a random pipeline over " + connectors.name() + ", " + guarantee.text() + "\n");
        int next = 0;
        for (Origin origin : origins) {
            next = line(text, origin, List.of(), next, origin.bad() == Misfits.ASIDE ? 2 : 1, streams);
        }
        for (Step step : steps) {
            int outputs = step.operator()
                    .evaluate(step.inputs().stream().map(streams::get).toList())
                    .size();
            next = line(text, step, step.inputs(), next, outputs, streams);
        }
        ends.forEach(end -> line(text, end, List.of(end.stream()), 0, 0, streams));
        return text.append(lag).toString();
    }

    private static int line(
            StringBuilder text, Object part, List<Integer> inputs, int first, int outputs, List<List<Item>> streams) {
        text.append("  ").append(part);
        inputs.forEach(input -> text.append(", takes #").append(input));
        for (int i = first; i < first + outputs; i++) {
            text.append(", gives #")
                    .append(i)
                    .append(" (")
                    .append(streams.get(i).size())
                    .append(" records)");
        }
        text.append('\n');
        return first + outputs;
    }
}

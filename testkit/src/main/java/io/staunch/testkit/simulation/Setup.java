package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.function.KeyFunction;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a run but its seed and its judge.
 *
 * @param pipeline makes the pipeline, once for each process
 * @param runner the engine
 * @param settings changes the settings that the seed has chosen
 * @param outsides the systems that sources and sinks use
 * @param feeds what goes in, by source
 * @param captures the sinks whose output is judged
 * @param plans the faults of each seed
 * @param bounds how long a run may go on
 * @param keys of what is captured from sinks that are stood in for, by sink
 * @param own an outside of the user's own, or null; then it makes the pipeline
 * @param finishes whether the job ends by itself, since all its sources do
 */
record Setup(
        Supplier<Pipeline> pipeline,
        Runner runner,
        UnaryOperator<Settings> settings,
        List<OutsideKind> outsides,
        Map<String, List<Fed>> feeds,
        List<String> captures,
        LongFunction<FaultPlan> plans,
        Bounds bounds,
        Map<String, KeyFunction<Object, @Nullable Object>> keys,
        @Nullable Supplier<OwnRun> own,
        boolean finishes) {
    Setup {
        outsides = List.copyOf(outsides);
        feeds = new TreeMap<>(feeds);
        captures = List.copyOf(captures);
        keys = Map.copyOf(keys);
    }

    static Setup of(Supplier<Pipeline> pipeline) {
        return new Setup(
                pipeline,
                Services.runner(),
                UnaryOperator.identity(),
                Services.outsides(),
                Map.of(),
                List.of(),
                seed -> FaultPlan.byChance(Chance.of(seed, "plan")),
                Bounds.DEFAULT,
                Map.of(),
                null,
                false);
    }

    /** The same with an outside that each run has for itself, and the pipeline over it. */
    Setup own(Supplier<OwnRun> opened, Set<String> watched) {
        return new Setup(
                () -> opened.get().pipeline().get(),
                runner,
                settings,
                outsides,
                feeds,
                and(captures, watched),
                plans,
                bounds,
                keys,
                opened,
                finishes);
    }

    Setup pipeline(Supplier<Pipeline> other) {
        return new Setup(other, runner, settings, outsides, feeds, captures, plans, bounds, keys, own, finishes);
    }

    Setup runner(Runner other) {
        return new Setup(pipeline, other, settings, outsides, feeds, captures, plans, bounds, keys, own, finishes);
    }

    Setup settings(UnaryOperator<Settings> change) {
        return new Setup(pipeline, runner, change, outsides, feeds, captures, plans, bounds, keys, own, finishes);
    }

    Setup outside(OutsideKind kind) {
        return new Setup(
                pipeline, runner, settings, and(outsides, kind), feeds, captures, plans, bounds, keys, own, finishes);
    }

    Setup only(OutsideKind kind) {
        return new Setup(
                pipeline, runner, settings, List.of(kind), feeds, captures, plans, bounds, keys, own, finishes);
    }

    Setup feed(String source, List<Fed> records) {
        var more = new TreeMap<>(feeds);
        more.put(source, records);
        return new Setup(pipeline, runner, settings, outsides, more, captures, plans, bounds, keys, own, finishes);
    }

    Setup capture(String sink) {
        return new Setup(
                pipeline, runner, settings, outsides, feeds, and(captures, sink), plans, bounds, keys, own, finishes);
    }

    Setup key(String sink, KeyFunction<Object, @Nullable Object> key) {
        var more = new TreeMap<>(keys);
        more.put(sink, key);
        return new Setup(pipeline, runner, settings, outsides, feeds, captures, plans, bounds, more, own, finishes);
    }

    /** At most so many records of each source. */
    Setup first(int records) {
        Map<String, List<Fed>> fewer = new TreeMap<>();
        feeds.forEach((source, all) -> fewer.put(source, all.subList(0, Math.min(records, all.size()))));
        return new Setup(pipeline, runner, settings, outsides, fewer, captures, plans, bounds, keys, own, finishes);
    }

    /** The same records as the other one has. */
    Setup fedLike(Setup other) {
        return new Setup(
                pipeline, runner, settings, outsides, other.feeds, captures, plans, bounds, keys, own, finishes);
    }

    /** This parallelism for every process, before what {@link #settings} changes. */
    Setup parallelism(int tasks, int workers) {
        return settings(chosen -> settings.apply(chosen.parallelism(tasks).workers(workers)));
    }

    /** How many records the source with the most has. */
    int records() {
        return feeds.values().stream().mapToInt(List::size).max().orElse(0);
    }

    Setup plans(LongFunction<FaultPlan> others) {
        return new Setup(pipeline, runner, settings, outsides, feeds, captures, others, bounds, keys, own, finishes);
    }

    Setup bounds(Bounds others) {
        return new Setup(pipeline, runner, settings, outsides, feeds, captures, plans, others, keys, own, finishes);
    }

    Setup finishing() {
        return new Setup(pipeline, runner, settings, outsides, feeds, captures, plans, bounds, keys, own, true);
    }

    private static <T> List<T> and(List<T> list, T one) {
        return and(list, List.of(one));
    }

    private static <T> List<T> and(List<T> list, Collection<T> others) {
        List<T> more = new ArrayList<>(list);
        more.addAll(others);
        return more;
    }
}

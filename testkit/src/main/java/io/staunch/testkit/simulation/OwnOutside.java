package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An outside of a user's own, such as a class that stands for a bank or a mail server: one object for each run, which outlives the
 * simulated processes. The pipeline's sources and sinks that no simulated outside knows, and that nothing is fed to or captured from, are
 * run as they are over it, with faults around each call that they make. An immutable value.
 *
 * <pre>{@code
 * var bank = OwnOutside.of(Bank::new).watch("transfers", Bank::transfers, Transfer::account);
 * simulations.of(bank, b -> PayoutsJob.pipeline(source, new BankSink(b))).feed("payouts", payouts).expectExactlyOnce();
 * }</pre>
 *
 * <p>The object is used by one thread. Runs are simulated side by side, so it must not share anything with other objects of its class.
 *
 * @param <W> the object's class
 */
public final class OwnOutside<W> {
    /** What a row is taken to be that was there and is removed. */
    private static final String NO_ROW = "(removed)";

    private final Supplier<W> maker;
    private final Map<String, Watch<W>> watches;
    private final Map<Class<?>, Function<? super W, ?>> ports;

    private OwnOutside(Supplier<W> maker, Map<String, Watch<W>> watches, Map<Class<?>, Function<? super W, ?>> ports) {
        this.maker = maker;
        this.watches = watches;
        this.ports = ports;
    }

    /** An outside that is made anew for each run. */
    public static <W> OwnOutside<W> of(Supplier<W> maker) {
        return new OwnOutside<>(maker, Map.of(), Map.of());
    }

    /**
     * Judges what has happened there, in order, to which more is added at the end only. There is no order between the effects.
     *
     * @param name for reports
     * @param effects with value semantics
     */
    public OwnOutside<W> watch(String name, Function<? super W, ? extends List<?>> effects) {
        return with(name, new Watch.Effects<W, Object>(name, effects::apply, effect -> null));
    }

    /**
     * The same with an order: effects of an equal key must come in the order of their records.
     *
     * @param key of an effect
     */
    public <E> OwnOutside<W> watch(
            String name, Function<? super W, ? extends List<E>> effects, Function<? super E, ?> key) {
        return with(name, new Watch.Effects<W, E>(name, effects::apply, key::apply));
    }

    /**
     * Judges what is there in the end, as of a table that is written by key: on the way older values may be seen again.
     *
     * @param name for reports
     * @param rows values by key, both with value semantics
     */
    public OwnOutside<W> watchTable(String name, Function<? super W, ? extends Map<?, ?>> rows) {
        return with(name, new Watch.Rows<W>(rows::apply));
    }

    /**
     * What a source, sink or function gets from {@link io.staunch.environment.Environment#port} for a type. If that is an interface, the calls
     * of its methods are places for faults, by the names {@code <interface>.<method>}.
     */
    public <P> OwnOutside<W> port(Class<P> type, Function<? super W, ? extends P> client) {
        Map<Class<?>, Function<? super W, ?>> more = new LinkedHashMap<>(ports);
        more.put(type, client);
        return new OwnOutside<>(maker, watches, more);
    }

    /** What is judged, by name. */
    Map<String, Watch<W>> watches() {
        return watches;
    }

    /** One outside for one run. */
    OwnRun open(Function<? super W, Pipeline> pipeline) {
        W outside = maker.get();
        Map<String, Capture> captures = new LinkedHashMap<>();
        watches.forEach((name, watch) -> captures.put(name, watch.open(outside)));
        Map<Class<?>, Object> clients = new LinkedHashMap<>();
        ports.forEach((type, client) -> clients.put(type, client.apply(outside)));
        return new OwnRun(() -> pipeline.apply(outside), captures, clients);
    }

    private OwnOutside<W> with(String name, Watch<W> watch) {
        Map<String, Watch<W>> more = new LinkedHashMap<>(watches);
        if (more.put(name, watch) != null) {
            throw new IllegalArgumentException(
                    "two things are watched under the name '" + name + "': name each its own");
        }
        return new OwnOutside<>(maker, more, ports);
    }

    /** What is looked at in an outside. */
    sealed interface Watch<W> {
        Capture open(W outside);

        /** Effects that come one after the other. */
        record Effects<W, E>(
                String name, Function<W, ? extends List<? extends E>> effects, Function<E, @Nullable Object> key)
                implements Watch<W> {
            @Override
            public Capture open(W outside) {
                int[] seen = {0};
                return into -> {
                    List<? extends E> all = effects.apply(outside);
                    if (all.size() < seen[0]) {
                        throw new IllegalStateException(
                                "'" + name + "' is watched as what has happened, so its list only"
                                        + " grows, and it had " + seen[0] + " entries and has " + all.size()
                                        + " now: watch what can be removed with watchTable");
                    }
                    for (E effect : all.subList(seen[0], all.size())) {
                        into.accept(new Output(0, key.apply(effect), effect));
                    }
                    seen[0] = all.size();
                };
            }
        }

        /** Values by key. */
        record Rows<W>(Function<W, ? extends Map<?, ?>> rows) implements Watch<W> {
            @Override
            public Capture open(W outside) {
                Map<Object, Object> seen = new LinkedHashMap<>();
                return new Capture() {
                    @Override
                    public void read(Consumer<Output> into) {
                        Map<?, ?> now = rows.apply(outside);
                        now.forEach((key, value) -> see(key, value, into));
                        seen.keySet().stream()
                                .filter(key -> !now.containsKey(key))
                                .toList()
                                .forEach(key -> see(key, NO_ROW, into));
                    }

                    private void see(Object key, Object value, Consumer<Output> into) {
                        if (!value.equals(seen.put(key, value))) {
                            into.accept(new Output(0, key, value));
                        }
                    }

                    @Override
                    public Counted counted() {
                        return Counted.FINAL_VALUES;
                    }
                };
            }
        }
    }
}

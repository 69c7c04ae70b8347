package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * An operator with one stream in and one out.
 *
 * @param text what it is
 * @param engine adds it to a pipeline under a name
 * @param plain makes the computation: called once for each record, with where to put what comes of it
 * @param repeatable whether the engine can know that it gives the same again
 */
record OneToOne(String text, BiFunction<String, Stream<Item>, Stream<Item>> engine, Plain plain, boolean repeatable)
        implements Operator {
    /** One of which the engine can know that it gives the same again. */
    OneToOne(String text, BiFunction<String, Stream<Item>, Stream<Item>> engine, Plain plain) {
        this(text, engine, plain, true);
    }

    /** The same, but the engine can't know it: it asks another system, or goes by a clock. */
    OneToOne unrepeatable() {
        return new OneToOne(text, engine, plain, false);
    }

    /** Makes a computation with no records seen yet. */
    @FunctionalInterface
    interface Plain {
        Each start();
    }

    /** One record. */
    @FunctionalInterface
    interface Each {
        void see(Item item, Consumer<Item> out);
    }

    @Override
    public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
        return List.of(engine.apply(name, inputs.get(0)));
    }

    @Override
    public List<List<Item>> evaluate(List<List<Item>> inputs) {
        Each each = plain.start();
        List<Item> out = new ArrayList<>();
        inputs.get(0).forEach(item -> each.see(item, out::add));
        return List.of(out);
    }

    @Override
    public String toString() {
        return text;
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.process.SideOutput;
import io.staunch.testkit.simulation.world.Chance;
import java.util.ArrayList;
import java.util.List;

/** Operators that look at one record alone. */
final class Stateless {
    private static final SideOutput<Item> OTHERS = SideOutput.named("others");

    private Stateless() {}

    static Operator map(Chance chance, List<List<Item>> inputs) {
        long add = chance.below(100);
        return new OneToOne(
                "map: value * 7 + " + add,
                (name, in) -> in.map(item -> item.value(item.value() * 7 + add)),
                () -> (item, out) -> out.accept(item.value(item.value() * 7 + add)));
    }

    /** Chooses keys anew, so that what is keyed next is distributed in another way. */
    static Operator newKeys(Chance chance, List<List<Item>> inputs) {
        int keys = (int) chance.between(1, Item.KEYS);
        int factor = (int) chance.between(1, 6);
        return new OneToOne(
                "map: key from id * " + factor + " in " + keys + " keys",
                (name, in) -> in.map(item -> item.key(item.id() * factor % keys)),
                () -> (item, out) -> out.accept(item.key(item.id() * factor % keys)));
    }

    static Operator filter(Chance chance, List<List<Item>> inputs) {
        int dropped = (int) chance.between(4, 20);
        return new OneToOne(
                "filter: not every " + dropped + "th id",
                (name, in) -> in.filter(item -> item.id() % dropped != 0),
                () -> (item, out) -> {
                    if (item.id() % dropped != 0) {
                        out.accept(item);
                    }
                });
    }

    /** Some records become two, some none. */
    static Operator flatMap(Chance chance, List<List<Item>> inputs) {
        int twice = (int) chance.between(3, 9);
        int never = (int) chance.between(3, 9);
        return new OneToOne(
                "flatMap: every " + twice + "th id twice, of the others every " + never + "th not at all",
                (name, in) -> in.flatMap((item, out) -> {
                    if (item.id() % twice == 0) {
                        out.emit(item);
                        out.emit(item.value(item.value() + 1));
                    } else if (item.id() % never != 0) {
                        out.emit(item);
                    }
                }),
                () -> (item, out) -> {
                    if (item.id() % twice == 0) {
                        out.accept(item);
                        out.accept(item.value(item.value() + 1));
                    } else if (item.id() % never != 0) {
                        out.accept(item);
                    }
                });
    }

    /** A function with a side output. */
    static Operator split(Chance chance, List<List<Item>> inputs) {
        return new Split((int) chance.between(2, 6));
    }

    /** @param every which ids go to the side */
    private record Split(int every) implements Operator {
        @Override
        public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
            int aside = every;
            Stream<Item> main = inputs.get(0)
                    .process(name, states -> (Item item, io.staunch.process.OperatorProcess.Context<Item> context) -> {
                        if (item.id() % aside == 0) {
                            context.emit(OTHERS, item);
                        } else {
                            context.emit(item);
                        }
                    });
            return List.of(main, main.sideOutput(OTHERS));
        }

        @Override
        public List<List<Item>> evaluate(List<List<Item>> inputs) {
            List<Item> main = new ArrayList<>();
            List<Item> aside = new ArrayList<>();
            inputs.get(0).forEach(item -> (item.id() % every == 0 ? aside : main).add(item));
            return List.of(main, aside);
        }

        @Override
        public String toString() {
            return "process: every " + every + "th id to a side output";
        }
    }

    /** Both streams in one, whose tracks stay apart. */
    static Operator union(Chance chance, List<List<Item>> inputs) {
        return new Union();
    }

    private record Union() implements Operator {
        @Override
        public List<Stream<Item>> build(String name, List<Stream<Item>> inputs) {
            return List.of(
                    inputs.get(0).map(item -> item.from(0)).union(inputs.get(1).map(item -> item.from(1))));
        }

        @Override
        public List<List<Item>> evaluate(List<List<Item>> inputs) {
            List<Item> all = new ArrayList<>();
            inputs.get(0).forEach(item -> all.add(item.from(0)));
            inputs.get(1).forEach(item -> all.add(item.from(1)));
            return List.of(all);
        }

        @Override
        public String toString() {
            return "union";
        }
    }
}

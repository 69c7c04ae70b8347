package io.staunch.testkit.simulation.random;

import io.staunch.testkit.simulation.world.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** All operators that random pipelines are made of: a new one joins by a line here. */
final class Operators {
    static final List<Operator.Maker> ALL = all();

    private Operators() {}

    private static List<Operator.Maker> all() {
        List<Operator.Maker> makers = new ArrayList<>();
        makers.add(each(Stateless::map));
        makers.add(each(Stateless::newKeys));
        makers.add(each(Stateless::newKeys));
        makers.add(each(Stateless::filter));
        makers.add(each(Stateless::flatMap));
        makers.add(each(Stateless::split));
        makers.add(new Made(2, true, Stateless::union));
        for (History history : History.values()) {
            makers.add(each((chance, inputs) -> history.keyed(chance.oneOf(List.of(Keying.values())))));
        }
        makers.add(each(Merging::byTrack));
        makers.add(each(Merging::sides));
        makers.add(new Made(1, false, Merging::count));
        makers.add(new Made(1, false, Merging::whole));
        makers.add(new Made(1, false, Merging::firsts));
        return List.copyOf(makers);
    }

    private static Operator.Maker each(BiFunction<Chance, List<List<Item>>, Operator> how) {
        return new Made(1, true, how);
    }

    private record Made(int inputs, boolean perRecord, BiFunction<Chance, List<List<Item>>, Operator> how)
            implements Operator.Maker {
        @Override
        public Operator make(Chance chance, List<List<Item>> inputs) {
            return how.apply(chance, inputs);
        }
    }
}

package io.staunch.testkit.simulation.random;

import io.staunch.testkit.simulation.world.Chance;
import io.staunch.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** All operators that random pipelines are made of: a new one joins by a line here. */
final class Operators {
    /** How many times the others each operator with timers is there. */
    private static final int HELD_BACK = 3;

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
        for (Timer.Kind kind : Timer.Kind.values()) {
            for (int i = 0; i < HELD_BACK; i++) {
                makers.add(new HeldBackMade(kind));
            }
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

    /** A job that finishes fires no timers of processing time any more; without event time none of that fires. */
    private record HeldBackMade(Timer.Kind by) implements Operator.Maker {
        @Override
        public boolean fits(boolean timed, boolean finishes) {
            return switch (by) {
                case EVENT_TIME -> timed;
                case PROCESSING_TIME -> !finishes;
            };
        }

        @Override
        public boolean keepsPlaces() {
            return false;
        }

        @Override
        public Operator make(Chance chance, List<List<Item>> inputs) {
            return History.heldBack(by, chance.oneOf(List.of(Keying.values())));
        }
    }

    private record Made(int inputs, boolean perRecord, BiFunction<Chance, List<List<Item>>, Operator> how)
            implements Operator.Maker {
        @Override
        public Operator make(Chance chance, List<List<Item>> inputs) {
            return how.apply(chance, inputs);
        }
    }
}

package io.staunch.runtime.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Explores every order of actions on real objects, which can't be copied: each state is reached by taking its actions again from the start.
 * Breadth first, so the first violation has a shortest path.
 */
final class ReplayWalk {
    /** A small world of real objects. The same actions always lead to the same state. */
    interface Scenario {
        /** What can happen now, always in the same order. */
        List<String> actions();

        /** Makes it happen. */
        void act(String action);

        /** Two states with the same key behave alike from here on. */
        String key();

        /** What is wrong now, or null. */
        @Nullable
        String violation();

        /** What is wrong if nothing happens any more, or null. */
        @Nullable
        String unfinished();
    }

    /** What a walk found: how many states, and the shortest way to what is wrong, if anything is. */
    record Found(int states, @Nullable String violation, List<String> path) {}

    private ReplayWalk() {}

    static Found of(Supplier<? extends Scenario> world) {
        Set<String> known = new HashSet<>();
        Deque<List<String>> open = new ArrayDeque<>();
        known.add(world.get().key());
        open.add(List.of());
        while (!open.isEmpty()) {
            List<String> path = open.remove();
            Scenario here = replay(world, path);
            boolean stays = true;
            for (String action : here.actions()) {
                List<String> next = new ArrayList<>(path);
                next.add(action);
                Scenario there = replay(world, path);
                String violation = act(there, action);
                if (violation != null) {
                    return new Found(known.size(), violation, next);
                }
                String key = there.key();
                stays &= key.equals(here.key());
                if (known.add(key)) {
                    open.add(next);
                }
            }
            String unfinished = stays ? here.unfinished() : null;
            if (unfinished != null) {
                return new Found(known.size(), unfinished, path);
            }
        }
        return new Found(known.size(), null, List.of());
    }

    private static Scenario replay(Supplier<? extends Scenario> world, List<String> path) {
        Scenario scenario = world.get();
        path.forEach(scenario::act);
        return scenario;
    }

    /** An illegal move throws: that is a violation, too. */
    private static @Nullable String act(Scenario scenario, String action) {
        try {
            scenario.act(action);
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
        return scenario.violation();
    }
}

package io.staunch.protocol.walk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explores a world breadth first, so that the first violation it meets has a shortest path. Afterwards it goes backwards from the states in
 * which everything is done: a live state that is not met on the way has lost something for good.
 *
 * @param <S> states
 */
public final class Walk<S> implements Steps<S> {
    private final World<S> world;
    private final Dictionary[] dictionaries;
    private final States states;
    private final Ints parents = new Ints();
    private final Ints depths = new Ints();
    private final Ints edges = new Ints();
    private final Ints edgesUpTo = new Ints();

    private Object[] parts;
    private final int[] row;
    private final int[] next;
    private int current;
    private long steps;
    private int done;
    private @Nullable String violation;
    private @Nullable String wrongStep;
    private int violated = -1;

    private Walk(World<S> world) {
        this.world = world;
        this.parts = world.parts(world.start());
        this.dictionaries = new Dictionary[parts.length];
        for (int i = 0; i < parts.length; i++) {
            dictionaries[i] = new Dictionary();
        }
        this.states = new States(parts.length);
        this.row = new int[parts.length];
        this.next = new int[parts.length];
    }

    /** Explores a world. */
    public static <S> Outcome of(World<S> world) {
        return new Walk<>(world).run();
    }

    private Outcome run() {
        long from = System.nanoTime();
        enter(world.start(), -1);
        for (current = 0; current < states.count() && violation == null; current++) {
            take(load(current));
            edgesUpTo.add(edges.size());
        }
        if (violation == null) {
            findStuck();
        }
        List<String> path = violation == null ? List.of() : path();
        int deepest = depths.get(depths.size() - 1);
        return new Outcome(
                states.count(), steps, done, deepest, (System.nanoTime() - from) / 1_000_000, violation, path);
    }

    /** A decision that meets an illegal move throws: that is a violation, too. */
    private void take(S state) {
        try {
            world.steps(state, this);
        } catch (IllegalStateException e) {
            wrong("an illegal move", e.toString());
        }
    }

    @Override
    public void step(String name, S state) {
        if (violation == null) {
            edges.add(enter(state, current));
        }
    }

    @Override
    public void fault(String name, S state) {
        if (violation == null) {
            enter(state, current);
        }
    }

    @Override
    public void wrong(String name, String why) {
        if (violation == null) {
            violation = why;
            wrongStep = name;
            violated = current;
        }
    }

    /** The state's number; a new one is looked at. */
    private int enter(S state, int parent) {
        steps++;
        number(state);
        int before = states.count();
        int number = states.number(next);
        if (number == before) {
            parents.add(parent);
            depths.add(parent < 0 ? 0 : depths.get(parent) + 1);
            if (world.done(state)) {
                done++;
            }
            String why = world.violation(state);
            if (why != null) {
                violation = why;
                violated = number;
            }
        }
        return number;
    }

    private void number(S state) {
        Object[] now = world.parts(state);
        for (int i = 0; i < now.length; i++) {
            boolean same = states.count() > 0 && now[i] == parts[i];
            next[i] = same ? row[i] : dictionaries[i].number(now[i]);
        }
    }

    private S load(int state) {
        states.row(state, row);
        parts = new Object[row.length];
        for (int i = 0; i < row.length; i++) {
            parts[i] = dictionaries[i].value(row[i]);
        }
        return world.of(parts);
    }

    private void findStuck() {
        int[] into = new int[states.count() + 1];
        for (int i = 0; i < edges.size(); i++) {
            into[edges.get(i) + 1]++;
        }
        for (int i = 1; i < into.length; i++) {
            into[i] += into[i - 1];
        }
        int[] sources = new int[edges.size()];
        int[] place = into.clone();
        for (int state = 0, edge = 0; state < states.count(); state++) {
            for (; edge < edgesUpTo.get(state); edge++) {
                sources[place[edges.get(edge)]++] = state;
            }
        }
        boolean[] reaches = new boolean[states.count()];
        int[] queue = new int[states.count()];
        int tail = 0;
        for (int state = 0; state < states.count(); state++) {
            if (world.done(load(state))) {
                reaches[state] = true;
                queue[tail++] = state;
            }
        }
        for (int head = 0; head < tail; head++) {
            for (int i = into[queue[head]]; i < into[queue[head] + 1]; i++) {
                if (!reaches[sources[i]]) {
                    reaches[sources[i]] = true;
                    queue[tail++] = sources[i];
                }
            }
        }
        for (int state = 0; state < states.count() && violation == null; state++) {
            if (!reaches[state] && world.live(load(state))) {
                violation = "from here on the live process can't get everything done any more";
                violated = state;
            }
        }
    }

    /** Names of the steps to the violation: states keep only where they came from, so the names are found by taking the steps again. */
    private List<String> path() {
        List<String> path = new ArrayList<>();
        if (wrongStep != null) {
            path.add(wrongStep);
        }
        for (int state = violated; parents.get(state) >= 0; state = parents.get(state)) {
            path.add(name(parents.get(state), state));
        }
        Collections.reverse(path);
        return path;
    }

    private String name(int from, int to) {
        String[] found = {"?"};
        S state = load(from);
        world.steps(state, new Steps<>() {
            @Override
            public void step(String name, S next) {
                fault(name, next);
            }

            @Override
            public void fault(String name, S state) {
                number(state);
                if (states.number(next) == to) {
                    found[0] = name;
                }
            }

            @Override
            public void wrong(String name, String why) {}
        });
        return found[0];
    }
}

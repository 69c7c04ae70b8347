package io.staunch.testkit.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A generator that leaves nothing to chance: the same code, run again and again while {@link #next()} is true, is led through every
 * combination of the choices it makes by {@link #nextInt(int)}. Which choices there are may depend on earlier ones. Used by one
 * thread.
 */
public final class EveryChoice implements RandomGenerator {
    private final int most;
    private final List<int[]> path = new ArrayList<>();
    private int at;
    private boolean begun;

    public EveryChoice() {
        this(Integer.MAX_VALUE);
    }

    /** @param most where there are more alternatives than that, so many are taken: the first, the last and some spread between */
    public EveryChoice(int most) {
        if (most < 2) {
            throw new IllegalArgumentException("most must be at least 2, was " + most);
        }
        this.most = most;
    }

    /** Begins the next run; false if all have been. */
    public boolean next() {
        if (begun) {
            while (!path.isEmpty() && last()[0] + 1 == Math.min(last()[1], most)) {
                path.remove(path.size() - 1);
            }
            if (path.isEmpty()) {
                return false;
            }
            last()[0]++;
        }
        begun = true;
        at = 0;
        return true;
    }

    private int[] last() {
        return path.get(path.size() - 1);
    }

    @Override
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1, was " + bound);
        }
        if (at == path.size()) {
            path.add(new int[] {0, bound});
        }
        int[] choice = path.get(at++);
        if (choice[1] != bound) {
            throw new IllegalStateException("choice " + at + " was one of " + choice[1] + " before and is one of "
                    + bound + " now: the code that is led does not depend on its choices alone");
        }
        return bound <= most ? choice[0] : (int) ((long) choice[0] * (bound - 1) / (most - 1));
    }

    @Override
    public long nextLong() {
        throw new UnsupportedOperationException("choose by nextInt(bound), so that there is an end");
    }

    /** The choices of this run, to be printed when it fails. */
    @Override
    public String toString() {
        return path.subList(0, at).stream()
                .map(choice -> choice[0] + "/" + choice[1])
                .toList()
                .toString();
    }
}

package io.staunch.testkit.simulation.own;

import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.concurrent.Callable;

/** A user's enumerator, with a place for faults around each call that asks the outside. */
record WatchedEnumerator(SplitEnumerator enumerator, Calls calls) implements SplitEnumerator {
    @Override
    public List<Split> firstSplits() {
        return asked("firstSplits", enumerator::firstSplits);
    }

    @Override
    public void verify(List<Split> restored) {
        var unused = asked("verify", () -> {
            enumerator.verify(restored);
            return Boolean.TRUE;
        });
    }

    @Override
    public List<Split> discover(List<String> known) {
        return asked("discover", () -> enumerator.discover(known));
    }

    @Override
    public void settled(long checkpoint, List<Split> positions) {
        calls.requireAlive();
        enumerator.settled(checkpoint, positions);
    }

    @Override
    public void close() {
        calls.requireAlive();
        enumerator.close();
    }

    private <T> T asked(String method, Callable<T> effect) {
        try {
            return calls.call(method, effect);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("an enumerator throws no checked exceptions", e);
        }
    }
}

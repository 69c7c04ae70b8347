package io.staunch.operators;

import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import io.staunch.window.Trigger;
import io.staunch.window.WindowProcess;
import io.staunch.window.WindowRules;
import java.util.Objects;

/** One window for all records of a key, with results by a trigger. */
final class GlobalWindowOperator<K, T, A, R, O> implements KeyedProcess<K, T, O> {
    private final Trigger trigger;
    private final Accumulators<T, A, R> accumulators;
    private final ValueState<A> value;
    private final ValueState<Unshown> unshown;
    private final WindowResults<K, A, R, O> results;

    /** How many records no result has shown yet. */
    record Unshown(long records) {}

    GlobalWindowOperator(
            WindowRules rules, Accumulators<T, A, R> accumulators, WindowProcess<K, R, O> result, KeyedStates states) {
        this.trigger = Objects.requireNonNull(rules.trigger(), "a trigger, which a pipeline's check demands");
        this.accumulators = accumulators;
        this.results = new WindowResults<>(accumulators, result);
        this.value = states.value("window", accumulators.type());
        this.unshown = states.value("records not shown", Unshown.class);
    }

    @Override
    public void process(T record, Context<K, O> context) throws Exception {
        value.set(accumulators.add(value.orNull(), record));
        Unshown before = unshown.orNull();
        long count = before == null ? 1 : before.records() + 1;
        if (EarlyResults.isDue(count, trigger)) {
            give(context);
            return;
        }
        unshown.set(new Unshown(count));
        EarlyResults.awaitClock(trigger, context);
    }

    @Override
    public void onTimer(Timer timer, Context<K, O> context) throws Exception {
        if (unshown.orNull() != null) {
            give(context);
        }
    }

    private void give(Context<K, O> context) throws Exception {
        A all = value.orNull();
        if (all != null) {
            results.give(Long.MIN_VALUE, Long.MAX_VALUE, all, context);
        }
        unshown.clear();
        if (trigger.discarding()) {
            value.clear();
        }
    }
}

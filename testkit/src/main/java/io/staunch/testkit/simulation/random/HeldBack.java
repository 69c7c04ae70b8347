package io.staunch.testkit.simulation.random;

import io.staunch.process.KeyedProcess;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.state.ValueState;
import io.staunch.time.Timer;
import java.util.List;

/**
 * Keeps records until a timer fires, and then passes them on in the order in which they came: so when they go on depends on the run, and
 * what goes on does not. Emits also whatever should not happen: a timer that fires too early, that was deleted or has fired already, or that
 * has not fired though the watermark has reached it.
 *
 * <p>No record stays for ever. A timer of event time is due at what the record's own split makes the watermark reach; if that is reached by
 * now, so that no later watermark need come, the record is not kept. A timer of processing time is due at once.
 */
final class HeldBack<K> implements KeyedProcess<K, Item, Item> {
    private static final int WRONG = 9_999;

    private final Timer.Kind by;
    private final Keying keying;
    private final ListState<Waiting> waiting;
    private final ValueState<Long> sum;

    HeldBack(Timer.Kind by, Keying keying, KeyedStates states) {
        this.by = by;
        this.keying = keying;
        waiting = states.list("waiting", Waiting.class);
        sum = states.value("sum", Long.class);
    }

    /** @param due when its timer fires */
    record Waiting(long due, Item item) {}

    @Override
    public void process(Item item, Context<K, Item> context) {
        if (by == Timer.Kind.PROCESSING_TIME) {
            waiting.add(new Waiting(item.id(), item));
            context.timers().atProcessingTime(item.id());
            return;
        }
        long watermark = context.currentWatermark();
        if (waiting.get().stream().anyMatch(each -> each.due() <= watermark)) {
            wrong("not fired", context);
        }
        long due = due(context.timestamp());
        if (due <= watermark) {
            release(waiting.get().size(), context);
            emit(item, context);
        } else {
            waiting.add(new Waiting(due, item));
            context.timers().atEventTime(due);
        }
    }

    /** Records that timers of processing time have passed on have no timestamp. */
    private static long due(long timestamp) {
        return timestamp == Long.MIN_VALUE ? Long.MIN_VALUE : timestamp - EventTime.DISORDER - 1;
    }

    @Override
    public void onTimer(Timer timer, Context<K, Item> context) {
        if (timer.kind() == Timer.Kind.EVENT_TIME && timer.time() > context.currentWatermark()) {
            wrong("early", context);
        }
        List<Waiting> all = waiting.get();
        int last = all.size() - 1;
        while (last >= 0 && all.get(last).due() != timer.time()) {
            last--;
        }
        if (last < 0) {
            wrong("deleted or twice", context);
        }
        release(last + 1, context);
    }

    /** The first so many; none of their timers fires any more, unless a record that stays has the same. */
    private void release(int count, Context<K, Item> context) {
        List<Waiting> all = List.copyOf(waiting.get());
        List<Waiting> rest = all.subList(count, all.size());
        waiting.set(rest);
        for (Waiting each : all.subList(0, count)) {
            emit(each.item(), context);
            if (rest.stream().noneMatch(other -> other.due() == each.due())) {
                delete(each.due(), context);
            }
        }
    }

    private void delete(long due, Context<K, Item> context) {
        switch (by) {
            case EVENT_TIME -> context.timers().deleteEventTime(due);
            case PROCESSING_TIME -> context.timers().deleteProcessingTime(due);
        }
    }

    private void emit(Item item, Context<K, Item> context) {
        long next = sum.orElse(0L) * 31 + item.weight();
        sum.set(next);
        context.emit(Item.of(keying.track(item), item.id(), item.key(), next));
    }

    private static <K> void wrong(String how, Context<K, Item> context) {
        context.emit(Item.of(-1, WRONG, 0, how.hashCode()));
    }
}

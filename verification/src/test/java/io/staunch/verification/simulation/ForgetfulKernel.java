package io.staunch.verification.simulation;

import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.time.Timer;
import io.staunch.time.Timers;
import org.jspecify.annotations.Nullable;

/** The kernel as a function would see it if no watermark were restored: it knows of none before the first one that comes anew. */
final class ForgetfulKernel<K, I, O> implements KeyedProcess<K, I, O> {
    private final KeyedProcess<K, I, O> function;
    private @Nullable Long first;

    ForgetfulKernel(KeyedProcess<K, I, O> function) {
        this.function = function;
    }

    @Override
    public void process(I value, Context<K, O> context) throws Exception {
        function.process(value, new Forgetful(context));
    }

    @Override
    public void onTimer(Timer timer, Context<K, O> context) throws Exception {
        function.onTimer(timer, new Forgetful(context));
    }

    private final class Forgetful implements Context<K, O> {
        private final Context<K, O> context;

        Forgetful(Context<K, O> context) {
            this.context = context;
            if (first == null) {
                first = context.currentWatermark();
            }
        }

        @Override
        public long currentWatermark() {
            long now = context.currentWatermark();
            return first != null && now == first ? Long.MIN_VALUE : now;
        }

        @Override
        public K key() {
            return context.key();
        }

        @Override
        public long timestamp() {
            return context.timestamp();
        }

        @Override
        public void emit(O value) {
            context.emit(value);
        }

        @Override
        public void emit(O value, long timestamp) {
            context.emit(value, timestamp);
        }

        @Override
        public <S> void emit(SideOutput<S> output, S value) {
            context.emit(output, value);
        }

        @Override
        public long currentProcessingTime() {
            return context.currentProcessingTime();
        }

        @Override
        public Timers timers() {
            return context.timers();
        }
    }
}

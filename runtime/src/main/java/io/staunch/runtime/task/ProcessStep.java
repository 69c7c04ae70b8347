package io.staunch.runtime.task;

import io.staunch.process.OperatorProcess;
import io.staunch.process.SideOutput;
import io.staunch.protocol.time.Watermark;

/** A function with state per task, in a chain. */
final class ProcessStep implements Receiver, OperatorProcess.Context<Object> {
    private final String name;
    private final OperatorProcess<Object, Object> function;
    private final Exits exits;
    private long timestamp;

    ProcessStep(String name, OperatorProcess<Object, Object> function, Exits exits) {
        this.name = name;
        this.function = function;
        this.exits = exits;
    }

    @Override
    public void accept(Object value, long timestamp) {
        this.timestamp = timestamp;
        try {
            function.process(value, this);
        } catch (Throwable e) {
            throw OperatorFailure.of(name, e);
        }
        exits.check();
    }

    @Override
    public void watermark(Watermark watermark) {
        exits.watermark(watermark);
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public void emit(Object value) {
        exits.emit(value, timestamp);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value) {
        exits.emit(output, value, timestamp);
    }
}

package io.staunch.runtime.task;

import io.staunch.enrich.AsyncClient;
import io.staunch.enrich.AsyncClientFactory;
import io.staunch.enrich.CallContext;
import io.staunch.enrich.Enrichment;
import io.staunch.enrich.FailedCall;
import io.staunch.enrich.OnFailedCall;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.FallbackFunction;
import io.staunch.process.SideOutput;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.enrich.Enricher;
import io.staunch.runtime.enrich.Flight;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Hands records to an {@link Enricher}, and what goes on to the chain behind it. Owned by the task's worker. */
final class EnrichHead implements ChannelTask.Head {
    /**
     * What a head consists of.
     *
     * @param gates of the sources before it
     * @param wake rings for the task's worker
     * @param done takes how many records have gone on
     */
    record Parts(
            Enrichment<?, ?> rules,
            CallContext context,
            Exits exits,
            Outbox outbox,
            Cursor cursor,
            List<Gate> gates,
            Runnable wake,
            AtomicLong done) {}

    private final Parts parts;
    private final String name;
    private final Enricher enricher;
    private @Nullable AsyncClient<Object, Object> client;
    private boolean holds;
    private long done;

    EnrichHead(Parts parts) {
        this.parts = parts;
        this.name = parts.context().operator();
        this.enricher = new Enricher(
                parts.rules(), this::call, this::failed, parts.context().environment()::nanoTime, parts.wake());
    }

    Enricher enricher() {
        return enricher;
    }

    @Override
    public void prepare(Batch batch) {}

    @Override
    public int room(boolean beyond) {
        return enricher.room(beyond);
    }

    @Override
    public void accept(Batch batch, int at) {
        enricher.add(batch.values[at], batch.timestamps[at], batch.origins[at]);
        enricher.ask();
        hold();
    }

    @Override
    public long restored() {
        return Long.MIN_VALUE;
    }

    @Override
    public void watermark(Watermark watermark) {
        enricher.add(watermark);
    }

    @Override
    public boolean advancing() {
        return false;
    }

    @Override
    public boolean ending() {
        return false;
    }

    @Override
    public void advance(int most) {}

    @Override
    public boolean clock(int most) {
        if (client == null) {
            open();
        }
        boolean worked = enricher.step();
        worked |= emit(most);
        enricher.ask();
        hold();
        return worked;
    }

    @Override
    public long fired() {
        return done;
    }

    @Override
    public boolean isEmpty() {
        return enricher.isEmpty();
    }

    @Override
    public void close() {
        enricher.close();
        AsyncClient<Object, Object> opened = client;
        if (opened != null) {
            client = null;
            opened.close();
        }
    }

    @SuppressWarnings("unchecked") // the pipeline's builder has checked the types
    private void open() {
        try {
            client = ((AsyncClientFactory<Object, Object>) parts.rules().client()).open(parts.context());
        } catch (Throwable e) {
            throw OperatorFailure.of(name, e);
        }
        if (client == null) {
            throw OperatorFailure.nothing(name, "a client");
        }
    }

    private CompletionStage<?> call(Object value) throws Exception {
        return Objects.requireNonNull(client, "it is opened before the first record")
                .call(value);
    }

    /** Returns whether anything has gone on. */
    private boolean emit(int most) {
        Cursor cursor = parts.cursor();
        Batch at = cursor.batch;
        cursor.batch = null; // what goes on is from a record that came before
        int count = 0;
        boolean emitted = false;
        while (count < most && !parts.outbox().blocked()) {
            Object next = enricher.next();
            if (next == null) {
                break;
            }
            emitted = true;
            if (next instanceof Flight flight) {
                count++;
                emit(flight);
            } else {
                parts.exits().watermark((Watermark) next);
            }
        }
        cursor.batch = at;
        cursor.origin = Cursor.NONE;
        if (count > 0) {
            done += count;
            parts.done().lazySet(done);
        }
        return emitted;
    }

    private void emit(Flight flight) {
        parts.cursor().origin = flight.origin();
        if (flight.failed() && parts.rules().onFailed() instanceof OnFailedCall.Give give) {
            parts.exits().emit((SideOutput<?>) give.output(), flight.outcome(), flight.timestamp());
        } else {
            parts.exits().emit(flight.outcome(), flight.timestamp());
        }
        parts.exits().check();
    }

    private void failed(Flight flight, Throwable why) {
        if (why instanceof Error) {
            throw at(flight, new OperatorFailure(name, why));
        }
        OnFailedCall policy = parts.rules().onFailed();
        switch (policy.kind()) {
            case FAIL -> throw at(flight, new OperatorFailure(name, givenUp(flight, why)));
            case GIVE -> flight.fail(new FailedCall<>(flight.value(), why.toString(), flight.calls()));
            case USE -> flight.fail(instead((OnFailedCall.Use) policy, flight, why));
        }
    }

    @SuppressWarnings("unchecked") // the pipeline's builder has checked the types
    private Object instead(OnFailedCall.Use use, Flight flight, Throwable why) {
        Object instead;
        try {
            instead = ((FallbackFunction<Object, Object>) use.function()).instead(flight.value(), why);
        } catch (Throwable e) {
            throw at(flight, OperatorFailure.of(name, e));
        }
        if (instead == null) {
            throw at(flight, OperatorFailure.nothing(name, "what takes the place of an answer"));
        }
        return instead;
    }

    private StaunchException givenUp(Flight flight, Throwable why) {
        return new StaunchException(
                "a call has failed" + (flight.calls() == 1 ? "" : " " + flight.calls() + " times") + ", at last with "
                        + why
                        + ". What is in flight is asked about again after a restart; allow more calls with retry(...), or"
                        + " say what goes on without an answer with otherwise(...) or failedTo(...)",
                Remedy.RESTART_FROM_CHECKPOINT,
                why);
    }

    /** The task is at that record, for the failure's place. */
    private OperatorFailure at(Flight flight, OperatorFailure failure) {
        parts.cursor().batch = null;
        parts.cursor().origin = flight.origin();
        return failure;
    }

    /** Holds the sources back as long as there is more here than can be asked about. */
    private void hold() {
        boolean hold = enricher.waiting();
        if (hold != holds) {
            holds = hold;
            parts.gates().forEach(hold ? Gate::close : Gate::open);
        }
    }
}

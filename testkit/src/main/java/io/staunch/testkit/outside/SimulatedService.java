package io.staunch.testkit.outside;

import io.staunch.enrich.AsyncClient;
import io.staunch.enrich.AsyncClientFactory;
import io.staunch.enrich.CallContext;
import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Environment;
import io.staunch.function.MapFunction;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A service that an enrichment asks: it answers later, in no order, fails some calls and never answers others. It lives by the clock and the chance of the
 * job's {@link Environment}, so that a simulation of it is the same in each run of a seed. An immutable value.
 *
 * @param answer what it knows
 * @param longest how long an answer takes at most; each takes a random part of it
 * @param failing probability that a call fails
 * @param lost probability that a call is never answered
 */
public record SimulatedService<I, R>(MapFunction<I, R> answer, Duration longest, double failing, double lost)
        implements AsyncClientFactory<I, R>, Serializable {
    private static final long serialVersionUID = 1L;
    private static final long CERTAIN = 1_000_000;

    public SimulatedService {
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(longest, "longest");
        if (!(failing >= 0 && lost >= 0 && failing + lost <= 1)) {
            throw new IllegalArgumentException("failing and lost are probabilities of different calls, were " + failing
                    + " and " + lost + ": their sum is at most 1");
        }
    }

    /** One that answers every call, within a millisecond. */
    public static <I, R> SimulatedService<I, R> answering(MapFunction<I, R> answer) {
        return new SimulatedService<>(answer, Duration.ofMillis(1), 0, 0);
    }

    /** The same, but answers take up to this time. */
    public SimulatedService<I, R> within(Duration time) {
        return new SimulatedService<>(answer, time, failing, lost);
    }

    /** The same, but some calls fail. */
    public SimulatedService<I, R> failing(double probability) {
        return new SimulatedService<>(answer, longest, probability, lost);
    }

    /** The same, but some calls are never answered. */
    public SimulatedService<I, R> losing(double probability) {
        return new SimulatedService<>(answer, longest, failing, probability);
    }

    @Override
    public AsyncClient<I, R> open(CallContext context) {
        var client = new Client<>(this, context.environment());
        client.handle = context.environment().start("service-" + context.operator() + "-" + context.task(), client);
        return client;
    }

    /** An answer on its way. */
    private record Answer<I, R>(I asked, CompletableFuture<R> future, long due, boolean fails) {}

    /** The task's worker asks, the agent answers; they meet in the queue and the flag. */
    private static final class Client<I, R> implements AsyncClient<I, R>, Agent {
        private final SimulatedService<I, R> service;
        private final Environment environment;
        private final ConcurrentLinkedQueue<Answer<I, R>> asked = new ConcurrentLinkedQueue<>();
        private final List<Answer<I, R>> pending = new ArrayList<>();
        private volatile boolean closed;
        private @Nullable AgentHandle handle;

        Client(SimulatedService<I, R> service, Environment environment) {
            this.service = service;
            this.environment = environment;
        }

        @Override
        public CompletionStage<R> call(I value) {
            var future = new CompletableFuture<R>();
            long fate = environment.random(CERTAIN);
            long takes = environment.random(service.longest().toNanos() + 1);
            boolean fails = fate < service.failing() * CERTAIN;
            if (fate < (service.failing() + service.lost()) * CERTAIN && !fails) {
                return future;
            }
            asked.add(new Answer<>(value, future, environment.nanoTime() + takes, fails));
            ring();
            return future;
        }

        @Override
        public Step step() {
            if (closed) {
                return Step.DONE;
            }
            for (Answer<I, R> next = asked.poll(); next != null; next = asked.poll()) {
                pending.add(next);
            }
            if (pending.isEmpty()) {
                return Step.IDLE;
            }
            long now = environment.nanoTime();
            List<Answer<I, R>> due =
                    pending.stream().filter(each -> now - each.due() >= 0).toList();
            pending.removeAll(due);
            due.forEach(this::answer);
            return due.isEmpty() ? Step.IDLE : Step.WORKED;
        }

        private void answer(Answer<I, R> due) {
            if (due.fails()) {
                due.future().completeExceptionally(new IllegalStateException("the simulated service is not well"));
                return;
            }
            try {
                due.future().complete(service.answer().map(due.asked()));
            } catch (Exception e) {
                due.future().completeExceptionally(e);
            }
        }

        @Override
        public void close() {
            closed = true;
            ring();
        }

        private void ring() {
            if (handle != null) {
                handle.wake();
            }
        }
    }
}

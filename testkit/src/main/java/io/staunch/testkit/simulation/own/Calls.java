package io.staunch.testkit.simulation.own;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.testkit.simulation.world.CallFate;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import java.util.concurrent.Callable;

/**
 * The calls of one process to an outside of the user's own. Each is a place of the name {@code <part>.<method>}: the process may die or
 * stand still before and after the effect; the call may be lost, refused or answered in vain. A call that is lost on its way is not
 * carried out later: it is the user's object itself that is called, and not a message to it.
 */
record Calls(SimulatedProcess process, String part, Remedy remedy) {
    private static final long PATIENCE_NANOS = 100_000_000;

    /** The calls that a part of a pipeline makes; the job restarts after one that gets no answer. */
    static Calls of(Environment environment, String part) {
        return of(environment, part, Remedy.RESTART_FROM_CHECKPOINT);
    }

    /** The same with what helps after one that gets no answer. */
    static Calls of(Environment environment, String part, Remedy remedy) {
        SimulatedProcess process = environment.port(SimulatedProcess.class, () -> {
            throw new IllegalStateException("'" + part + "' is watched outside of a simulation");
        });
        return new Calls(process, part, remedy);
    }

    /** Makes a call that gives an answer. */
    <T> T call(String method, Callable<T> effect) throws Exception {
        String place = part + "." + method;
        process.before(place);
        CallFate fate = process.fate(place);
        switch (fate) {
            case ANSWERED -> {}
            case REFUSED -> throw failed(place, "was refused by the simulation");
            case REQUEST_LOST, REQUEST_DELAYED -> {
                process.block(PATIENCE_NANOS);
                throw failed(place, "was lost by the simulation and got no answer");
            }
            case ANSWER_LOST -> {
                var unused = effect.call();
                process.block(PATIENCE_NANOS);
                throw failed(place, "took effect, and the simulation lost its answer");
            }
        }
        T answer = effect.call();
        process.after(place);
        return answer;
    }

    /** Makes a call that gives none. */
    void run(String method, Effect effect) throws Exception {
        var unused = call(method, () -> {
            effect.take();
            return Boolean.TRUE;
        });
    }

    /** A call that does nothing outside, at which nothing happens but that a dead process does not make it. */
    void requireAlive() {
        process.requireAlive();
    }

    private StaunchException failed(String place, String what) {
        return new StaunchException("the call " + place + " " + what, remedy);
    }

    /** What a call does. */
    interface Effect {
        void take() throws Exception;
    }
}

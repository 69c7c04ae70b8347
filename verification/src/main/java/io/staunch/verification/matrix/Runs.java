package io.staunch.verification.matrix;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs cases, one after the other, in one world. A case that does not come to its end is not survived: the job was to go on. Used by one
 * thread.
 */
final class Runs implements AutoCloseable {
    private final World world = new World();
    private final Duration limit;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        var made = new Thread(task, "case");
        made.setDaemon(true);
        return made;
    });

    /** @param limit of one case */
    Runs(Duration limit) throws IOException {
        this.limit = limit;
    }

    /** Runs a case to its end, and judges it. */
    Outcome run(Case each) throws Exception {
        try (var scene = new Scene(world, each.subject())) {
            Future<Outcome> running = thread.submit(() -> inScene(each, scene));
            try {
                Outcome outcome = running.get(limit.toMillis(), TimeUnit.MILLISECONDS);
                return !outcome.ran() || outcome.survived() ? outcome : failed(each, scene, outcome.wrong());
            } catch (TimeoutException e) {
                Outcome outcome = failed(each, scene, "the output did not come to its end within " + limit);
                running.cancel(true);
                return outcome;
            } catch (ExecutionException e) {
                return failed(each, scene, String.valueOf(e.getCause()));
            }
        }
    }

    private static Outcome failed(Case each, Scene scene, String why) throws IOException {
        return Outcome.failed(each, scene.figures(), scene.startedAnew(), why + scene.keep());
    }

    private static Outcome inScene(Case each, Scene scene)
            throws IOException, InterruptedException, ExecutionException {
        try {
            each.act().in(scene);
            Tally.Figures figures = scene.conclude();
            return new Outcome(each, figures, scene.startedAnew(), "", "");
        } catch (SmallDisk.NotPossible e) {
            return Outcome.notRun(each, String.valueOf(e.getMessage()));
        } catch (AssertionError e) {
            // What the job did was wrong; what it put out is of interest all the same.
            return Outcome.failed(each, scene.figures(), scene.startedAnew(), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        thread.shutdownNow();
        world.close();
    }
}

package io.staunch.statebackend.file;

import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

/** Lets two processes use a disk in turns of so many calls each; when the turns are used up, whoever has the last one finishes first. */
final class Turns implements DiskPlan {
    private final String firstProcess;
    private final int[] turns;
    private final Semaphore[] baton = {new Semaphore(0), new Semaphore(0)};
    private final boolean[] finished = new boolean[2];
    private int turn;
    private int calls;

    Turns(String firstProcess, int... turns) {
        this.firstProcess = firstProcess;
        this.turns = turns;
    }

    @Override
    public DiskFault before(DiskCall call) {
        int me = call.process().equals(firstProcess) ? 0 : 1;
        if (turn < turns.length && calls == turns[turn] && !finished[1 - me]) {
            turn++;
            calls = 0;
            baton[1 - me].release();
            baton[me].acquireUninterruptibly();
        }
        calls++;
        return DiskFault.NONE;
    }

    /** Runs both to their ends. Returns how many turns were used up. */
    int run(ExecutorService threads, Runnable first, Runnable second) {
        baton[0].release();
        var both = CompletableFuture.allOf(
                CompletableFuture.runAsync(() -> play(0, first), threads),
                CompletableFuture.runAsync(() -> play(1, second), threads));
        both.join();
        return turn;
    }

    private void play(int me, Runnable body) {
        baton[me].acquireUninterruptibly();
        try {
            body.run();
        } finally {
            finished[me] = true;
            baton[1 - me].release();
        }
    }
}

package io.staunch.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HoldAtTest {
    private static final ProtocolEvent SENT =
            new ProtocolEvent(ProtocolStep.BARRIER_SENT, "job", 1, 1, "source", "", 0);

    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** A parent that hears of the last one kills the process, and would never hear of the others. */
    @Test
    @Timeout(60)
    void theMeetingAtWhichItStandsStillIsHeardOfLastWhateverThreadsTakeTheStep() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var second = new CompletableFuture<Thread>();
        var hold = new HoldAt(
                ProtocolStep.BARRIER_SENT,
                2,
                () -> {
                    begun.countDown();
                    awaitWaiting(second.join());
                    heard.add("met");
                },
                () -> heard.add("held"));
        Thread first = started(hold);
        begun.await();
        second.complete(started(hold));
        first.join();
        while (heard.size() < 2) {
            Thread.yield();
        }

        assertThat(heard).containsExactly("met", "held");

        second.join().interrupt();
        second.join().join();
    }

    private static Thread started(HoldAt hold) {
        var thread = new Thread(() -> hold.on(SENT));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** For its turn, or since it stands still. */
    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.BLOCKED && thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
    }
}

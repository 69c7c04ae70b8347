package io.staunch.runtime.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A wake-up is lost if it comes between an agent's look for messages and the parking of its thread. It is not made up for by a lock but by a bound: no
 * thread parks for longer than a millisecond. Here each message comes at that moment, when the agent has been idle for long enough to be parked next.
 */
@Timeout(60)
class AgentThreadTest {
    private static final int MESSAGES = 20;

    /** Looks for a message, finds none, and gets one, with a wake-up, before it has said so. */
    private static final class Missing implements Agent {
        /** Idle steps after which an agent's thread parks for its longest time. */
        private static final int PARKED = 31;

        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch received = new CountDownLatch(MESSAGES);
        private final CountDownLatch sent = new CountDownLatch(1);
        private volatile @Nullable AgentHandle handle;
        private volatile @Nullable Thread thread;
        private volatile boolean message;
        private int idle;

        @Override
        public Step step() {
            thread = Thread.currentThread();
            await(started);
            if (message) {
                message = false;
                idle = 0;
                received.countDown();
                return received.getCount() == 0 ? Step.DONE : Step.WORKED;
            }
            idle++;
            if (idle == PARKED) {
                message = true;
                wake();
                sent.countDown();
            }
            return Step.IDLE;
        }

        void start(AgentThread by) {
            handle = by;
            started.countDown();
        }

        void wake() {
            AgentHandle by = handle;
            if (by != null) {
                by.wake();
            }
        }

        boolean parked() {
            Thread of = thread;
            return of != null && of.getState() == Thread.State.TIMED_WAITING;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aWakeUpThatIsLostDelaysAMessageButLosesNone() {
        var agent = new Missing();
        agent.start(AgentThread.start("agent", agent));
        await(agent.received);
        assertThat(agent.received.getCount()).isZero();
    }

    /** What shows that these wake-ups are lost: nothing but the next one would ever wake the thread. */
    @Test
    void withoutTheBoundTheAgentParksWithAMessageUnread() {
        var agent = new Missing();
        AgentThread thread = AgentThread.start("agent", agent, Long.MAX_VALUE);
        agent.start(thread);
        await(agent.sent);
        for (int i = 0; i < MESSAGES; i++) {
            while (!agent.message || !agent.parked()) {
                Thread.onSpinWait();
            }
            assertThat(agent.received.getCount()).isEqualTo(MESSAGES - i);
            agent.wake();
            while (agent.received.getCount() == MESSAGES - i) {
                Thread.onSpinWait();
            }
        }
    }
}

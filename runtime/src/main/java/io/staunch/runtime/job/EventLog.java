package io.staunch.runtime.job;

import io.staunch.environment.Environment;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The one stream of a job's protocol events: to listeners, and to the log with job, epoch and checkpoint as context. Safe for use by any
 * thread; the epoch is written by the coordinator alone.
 */
final class EventLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.staunch.protocol");

    private final String job;
    private final Environment environment;
    private final List<JobListener> listeners;
    private volatile long epoch;

    EventLog(String job, Environment environment, List<JobListener> listeners) {
        this.job = job;
        this.environment = environment;
        this.listeners = listeners;
    }

    void epoch(long claimed) {
        epoch = claimed;
    }

    /** A step was taken. Listeners see it at once, on this thread. */
    void step(ProtocolStep step, long checkpoint, String subject, String detail) {
        if (LOG.isDebugEnabled()) {
            log(checkpoint, () -> LOG.debug("{} {} {}", step, subject, detail));
        }
        if (!listeners.isEmpty()) {
            var event = new ProtocolEvent(step, job, epoch, checkpoint, subject, detail, environment.nanoTime());
            for (JobListener listener : listeners) {
                listener.on(event);
            }
        }
    }

    /** A step that nothing can stop any more: what a listener throws is logged. */
    void tell(ProtocolStep step, String subject, String detail) {
        try {
            step(step, -1, subject, detail);
        } catch (Throwable e) {
            error("a listener of job '" + job + "' threw at " + step, e);
        }
    }

    void info(long checkpoint, String message) {
        log(checkpoint, () -> LOG.info("{}", message));
    }

    void warn(long checkpoint, String message, Throwable cause) {
        log(checkpoint, () -> LOG.warn("{}", message, cause));
    }

    void warn(long checkpoint, String message) {
        log(checkpoint, () -> LOG.warn("{}", message));
    }

    void error(String message, Throwable cause) {
        log(-1, () -> LOG.error("{}", message, cause));
    }

    private void log(long checkpoint, Runnable line) {
        try (var ofJob = MDC.putCloseable("job", job);
                var ofEpoch = MDC.putCloseable("epoch", Long.toString(epoch));
                var ofCheckpoint = MDC.putCloseable("checkpoint", checkpoint < 0 ? "" : Long.toString(checkpoint))) {
            line.run();
        }
    }
}

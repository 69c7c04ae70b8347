package io.staunch.observe;

/**
 * One step of the protocol, when it was taken.
 *
 * @param step which one
 * @param job the job's name
 * @param epoch the claim under which it was taken; 0 before there is one
 * @param checkpoint id of the checkpoint that it belongs to; -1 if to none
 * @param subject who took it: a task, a sink, a resource, or the job itself
 * @param detail for people; may be empty
 * @param nanoTime when, by the environment's monotonic clock
 */
public record ProtocolEvent(
        ProtocolStep step, String job, long epoch, long checkpoint, String subject, String detail, long nanoTime) {
    @Override
    public String toString() {
        return step + " job=" + job + " epoch=" + epoch + (checkpoint < 0 ? "" : " checkpoint=" + checkpoint) + " "
                + subject + (detail.isEmpty() ? "" : ": " + detail);
    }
}

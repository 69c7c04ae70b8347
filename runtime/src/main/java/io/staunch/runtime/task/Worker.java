package io.staunch.runtime.task;

import io.staunch.environment.Agent;
import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Steps the tasks that it owns, in turn. Commands come through a queue from the coordinator; the stop flag is the only other thing that
 * threads share here.
 */
public final class Worker implements Agent {
    private final String name;
    private final List<Task> tasks = new ArrayList<>();
    private final Reports reports;
    private final SpscUnboundedArrayQueue<Command> commands = new SpscUnboundedArrayQueue<>(64);
    private volatile boolean stopped;

    public Worker(String name, Reports reports) {
        this.name = name;
        this.reports = reports;
    }

    /** Before the start: gives it a task. */
    public void own(Task task) {
        tasks.add(task);
    }

    /** Coordinator: a command for all tasks of this worker. */
    public void send(Command command) {
        commands.offer(command);
    }

    /** Any thread: the next step lets go of everything and is the last. */
    public void stop() {
        stopped = true;
    }

    @Override
    public Step step() {
        if (stopped) {
            close();
            return Step.DONE;
        }
        Task current = null;
        try {
            boolean worked = false;
            for (Command command = commands.poll(); command != null; command = commands.poll()) {
                worked = true;
                for (Task task : tasks) {
                    current = task;
                    task.on(command);
                }
            }
            for (int i = 0; i < tasks.size(); i++) {
                current = tasks.get(i);
                worked |= current.step();
            }
            return worked ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            fail(current, e);
            close();
            return Step.DONE;
        }
    }

    private void fail(@Nullable Task task, Throwable error) {
        if (error instanceof OperatorFailure failure && task != null) {
            reports.failed(failure.operator(), task.origin(), failure);
        } else {
            reports.failed(task == null ? name : task.name(), -1, error);
        }
    }

    private void close() {
        for (Task task : tasks) {
            try {
                task.close();
            } catch (RuntimeException e) {
                reports.failed(task.name(), -1, e);
            }
        }
    }
}

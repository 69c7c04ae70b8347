package io.staunch.runtime.task;

/** One parallel instance of a chain of operators. Owned by one worker, which makes all calls. */
public interface Task {
    /** Its number among all tasks of the job. */
    int number();

    /** For messages, for example {@code delays[1]}. */
    String name();

    /** One bounded step that never blocks. Returns whether anything was done. */
    boolean step() throws Exception;

    /** A message of the coordinator. */
    void on(Command command) throws Exception;

    /** Origin of the record that the task is at, for an error. */
    long origin();

    /** Lets go of clients and state. */
    void close();
}

package io.staunch.cli.command;

import org.jspecify.annotations.Nullable;

/** A command can't do what it was asked for. The message is one sentence for people: what failed, and what to do. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean ofUsage;

    private CommandFailure(String message, boolean ofUsage, @Nullable Throwable cause) {
        super(message, cause);
        this.ofUsage = ofUsage;
    }

    public CommandFailure(String message) {
        this(message, false, null);
    }

    public CommandFailure(String message, Throwable cause) {
        this(message, false, cause);
    }

    /** What was typed is wrong: exit code 2. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(message, true, null);
    }

    /** Whether what was typed is wrong, and not the world. */
    public boolean ofUsage() {
        return ofUsage;
    }
}

package io.staunch.cli;

import io.staunch.cli.command.CommandFailure;
import io.staunch.cli.demo.DemoCommand;
import io.staunch.cli.demo.JobMain;
import io.staunch.cli.explain.ExplainCommand;
import io.staunch.cli.simulate.SimulateCommand;
import io.staunch.error.StaunchException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code staunch} command. Exit codes: 0 for success, 1 if something failed or is not as it must be, 2 if what was typed is wrong,
 * 3 if {@code explain --live} saw nothing.
 */
@Command(
        name = "staunch",
        description = {"Exactly-once stateful stream processing as a library.", ""},
        subcommands = {DemoCommand.class, SimulateCommand.class, ExplainCommand.class, JobMain.class},
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Begin with `staunch demo`. Exit codes: 0 success, 1 failure or a wrong result, 2 wrong usage, 3 (explain --live) nothing seen.",
            "In a checkout also: `staunch matrix` (real processes, killed) and `staunch bench`.",
            "The environment variable STAUNCH_STACKTRACE=1 shows where an error comes from."
        })
public final class Main implements Runnable {
    private static final String STACKTRACE = "STAUNCH_STACKTRACE";

    @Spec
    private CommandSpec spec;

    /** Runs a command and ends this JVM. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler((e, args) -> wrongUsage(e))
                .setExecutionExceptionHandler((e, commandLine, parsed) -> failed(e, commandLine));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: demo, simulate or explain");
    }

    private static int wrongUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        complain(command, e.getMessage() + " (see " + command.getCommandSpec().qualifiedName() + " --help)");
        return ExitCode.USAGE;
    }

    private static int failed(Exception e, CommandLine command) {
        boolean expected = e instanceof CommandFailure || e instanceof StaunchException;
        complain(
                command,
                expected
                        ? e.getMessage()
                        : "unexpected: " + e + "; please report it, with what " + STACKTRACE + "=1 shows");
        if (System.getenv(STACKTRACE) != null) {
            e.printStackTrace(command.getErr());
        }
        return e instanceof CommandFailure failure && failure.ofUsage() ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }

    private static void complain(CommandLine command, String message) {
        PrintWriter err = command.getErr();
        err.println("staunch: " + message);
        err.flush();
    }
}

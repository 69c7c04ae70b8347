package io.staunch.verification.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The main class of a contender's process. It is asked on standard input and answers on standard output: {@code figures}, and
 * {@code finish}, which ends generated input and waits for the run to end. It never outlives who has started it.
 */
public final class ContenderMain {
    /** How an answer begins: engines print to standard output too. */
    public static final String ANSWER = "@bench ";

    private static final PrintStream OUT = System.out;

    private ContenderMain() {}

    /** Arguments: a {@link Contender}'s class, and its options. */
    public static void main(String[] args) throws Exception {
        RunOptions options = RunOptions.parse(Arrays.asList(args).subList(1, args.length));
        Contender contender =
                (Contender) Class.forName(args[0]).getConstructor().newInstance();
        say("configuration " + contender.configuration(options));
        Thread run = new Thread(() -> run(contender, options), "contender");
        run.start();
        try {
            answer(run);
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /** The first output of a trivial pipeline is there. */
    public static void firstOutput() {
        say("first");
    }

    private static void run(Contender contender, RunOptions options) {
        try {
            contender.run(options);
        } catch (Throwable e) {
            e.printStackTrace();
            say("failed " + e);
            Runtime.getRuntime().halt(1);
        }
    }

    private static void answer(Thread run) throws IOException, InterruptedException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String question = in.readLine();
        while (question != null) {
            if (question.equals("figures")) {
                say("figures " + Meter.figures().line());
            } else if (question.equals("finish")) {
                Feed.end();
                run.join();
                var line = new StringBuilder("finished checksum=" + Meter.checksum() + " outputs=" + Meter.outputs());
                Feed.ends()
                        .forEach((split, events) ->
                                line.append(" split.").append(split).append('=').append(events));
                say(line.toString());
            }
            question = in.readLine();
        }
    }

    private static void say(String answer) {
        OUT.println(ANSWER + answer);
        OUT.flush();
    }
}

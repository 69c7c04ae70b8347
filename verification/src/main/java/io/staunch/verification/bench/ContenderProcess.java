package io.staunch.verification.bench;

import io.staunch.verification.bench.run.ContenderMain;
import io.staunch.verification.bench.run.Figures;
import io.staunch.verification.bench.run.RunOptions;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A contender in a JVM of its own, and the talk with it. Used by one thread. */
final class ContenderProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String name;
    private final Process process;
    private final BufferedWriter questions;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final long startedNanos = System.nanoTime();
    private final String configuration;

    private ContenderProcess(String name, Process process) throws InterruptedException {
        this.name = name;
        this.process = process;
        questions = process.outputWriter(StandardCharsets.UTF_8);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        var reader = new Thread(() -> read(output), "answers-of-" + name);
        reader.setDaemon(true);
        reader.start();
        configuration = answer("configuration");
    }

    /**
     * Starts it and waits until it has told its configuration, which it does before it begins.
     *
     * @param main a {@link io.staunch.verification.bench.run.Contender}
     */
    static ContenderProcess start(
            Kind kind, List<Path> classPath, List<String> jvmOptions, String main, RunOptions options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(kind.jvmOptions());
        command.addAll(jvmOptions);
        command.addAll(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-Dslf4j.internal.verbosity=ERROR"));
        command.add(ContenderMain.class.getName());
        command.add(main);
        command.addAll(options.with("variant", kind.variant()).arguments());
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CLASSPATH", ClassPaths.text(classPath));
        return new ContenderProcess(kind.label(), builder.start());
    }

    private void read(BufferedReader output) {
        try {
            String line = output.readLine();
            while (line != null) {
                if (line.startsWith(ContenderMain.ANSWER)) {
                    answers.add(line.substring(ContenderMain.ANSWER.length()));
                }
                line = output.readLine();
            }
        } catch (IOException e) {
            answers.add("failed " + e);
        }
        answers.add("failed: it has ended");
    }

    String configuration() {
        return configuration;
    }

    Process process() {
        return process;
    }

    /** When it was started, by {@link System#nanoTime}. */
    long startedNanos() {
        return startedNanos;
    }

    Figures figures() throws IOException, InterruptedException {
        ask("figures");
        return Figures.parse(values(answer("figures")));
    }

    /** Ends generated input, waits for the end of the run, and returns what came out. */
    Map<String, String> finish() throws IOException, InterruptedException {
        ask("finish");
        return values(answer("finished"));
    }

    /** Waits for the first output of a trivial pipeline. */
    void awaitFirstOutput() throws InterruptedException {
        answer("first");
    }

    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** Resident memory, in MB, as Linux tells it; NaN elsewhere. */
    double residentMb() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D+", "")) * 1024 / 1e6)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Writes what the JVM has recorded so far, if it records. */
    void dumpRecording(Path folder, String run) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = folder.resolve(run.replace(' ', '-') + ".jfr").toAbsolutePath();
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        new ProcessBuilder(jcmd, Long.toString(process.pid()), "JFR.dump", "filename=" + file)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private void ask(String question) throws IOException {
        questions.write(question);
        questions.newLine();
        questions.flush();
    }

    private String answer(String kind) throws InterruptedException {
        String answer = answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw new IllegalStateException(name + " has not said '" + kind + "' within " + PATIENCE);
        }
        if (!answer.startsWith(kind)) {
            throw new IllegalStateException(name + " should say '" + kind + "', but said '" + answer + "'");
        }
        return answer.substring(kind.length()).strip();
    }

    private static Map<String, String> values(String answer) {
        Map<String, String> values = new TreeMap<>();
        for (String part : answer.split(" ")) {
            int equals = part.indexOf('=');
            values.put(part.substring(0, equals), part.substring(equals + 1));
        }
        return values;
    }

    /** Kills it, and returns when it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

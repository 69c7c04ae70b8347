package io.staunch.error;

import java.util.List;

/** All mistakes of a configuration at once. Nothing was started. */
public final class ConfigurationException extends StaunchException {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /** @param problems one sentence each: what is wrong, where, and what to do; at least one */
    public ConfigurationException(String subject, List<String> problems) {
        super(message(subject, problems), Remedy.FAIL_JOB);
        this.problems = List.copyOf(problems);
    }

    /** One sentence for each mistake. */
    public List<String> problems() {
        return problems;
    }

    private static String message(String subject, List<String> problems) {
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("a configuration error needs at least one problem");
        }
        var text = new StringBuilder(subject).append(problems.size() == 1 ? ": " : ":");
        for (String problem : problems) {
            text.append(problems.size() == 1 ? "" : "\n  - ").append(problem);
        }
        return text.toString();
    }
}

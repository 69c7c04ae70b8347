package io.staunch.testkit.simulation.oracle;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges an output that converges, such as a table that is written by key: what counts is the value that each key has in the end. Values on
 * the way may be old ones. At most once says nothing about values that were made of several records, so there only keys that nothing was
 * to be written for are wrong.
 */
public final class FinalValues implements OutputOracle {
    private final Guarantee guarantee;
    private final Map<Object, Object> expected = new HashMap<>();
    private final Map<Object, Object> seen = new HashMap<>();
    private long newestEpoch;
    private boolean goesOn;
    private int right;

    /** @param expectation whose last value of each key is the one that must be there in the end */
    public FinalValues(Expectation expectation, Guarantee guarantee) {
        this.guarantee = guarantee;
        if (!expectation.withoutKey().isEmpty()) {
            throw new IllegalArgumentException("an output that converges is expected by key, and "
                    + expectation.withoutKey().size() + " values were given without one");
        }
        expectation.byKey().forEach((key, values) -> expected.put(key, values.get(values.size() - 1)));
    }

    @Override
    public void see(Output output) {
        Object key = Objects.requireNonNull(output.key(), "an output that converges has keys");
        Object due = expected.get(key);
        Object before = seen.put(key, output.value());
        right += (output.value().equals(due) ? 1 : 0) - (before != null && before.equals(due) ? 1 : 0);
    }

    /** A newer attempt, or the same one again, has begun: it may go back and write anew until it has caught up. */
    @Override
    public void see(int process, ProtocolEvent event) {
        if (event.epoch() < newestEpoch) {
            return;
        }
        newestEpoch = event.epoch();
        switch (event.step()) {
            case EPOCH_CLAIMED, RESTARTING -> goesOn = false;
            case RESTORED -> goesOn = true;
            default -> {}
        }
    }

    /**
     * Whether every key has its last value, and the newest attempt has restored. By whom a value was written isn't seen: that nothing is
     * being written anew any more is for others to know.
     */
    @Override
    public boolean complete() {
        return goesOn && right == expected.size();
    }

    /** None on the way. */
    @Override
    public List<String> problems() {
        return List.of();
    }

    /** A key without a value is lost; one with another value, or that nothing is to be written for, is unexpected. */
    @Override
    public Oracle.Verdict verdict() {
        long lost = expected.keySet().stream().filter(k -> !seen.containsKey(k)).count();
        long wrong = seen.entrySet().stream().filter(this::wrong).count();
        return new Oracle.Verdict(expected.size(), seen.size(), lost, 0, 0, wrong);
    }

    @Override
    public @Nullable String broken() {
        Oracle.Verdict verdict = verdict();
        boolean kept =
                guarantee == Guarantee.AT_MOST_ONCE ? expected.keySet().containsAll(seen.keySet()) : verdict.exact();
        return kept ? null : guarantee + " is broken: " + verdict + "; " + firstWrong();
    }

    private boolean wrong(Map.Entry<Object, Object> entry) {
        return !entry.getValue().equals(expected.get(entry.getKey()));
    }

    private String firstWrong() {
        for (Map.Entry<Object, Object> entry : seen.entrySet()) {
            if (wrong(entry)) {
                Object due = expected.get(entry.getKey());
                return "in the end key " + entry.getKey() + " has '" + entry.getValue() + "' and must "
                        + (due == null ? "not be there" : "have '" + due + "'");
            }
        }
        return expected.keySet().stream()
                .filter(k -> !seen.containsKey(k))
                .findFirst()
                .map(k -> "in the end key " + k + " is missing and must have '" + expected.get(k) + "'")
                .orElse("");
    }
}

package io.staunch.testkit.simulation.oracle;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges a table that is written by key at any time and shows every version of each row. In the end each key must have its last value. On the
 * way a value may be an older one again, since what follows the restored checkpoint is written anew; but never one that is older than what the
 * newest complete checkpoint counts on, since nobody would write that again. Of what it counts on this knows what its attempt had restored, and what
 * was there when it started; a task may have written more before its barrier, or after it before the sink had all barriers.
 *
 * <p>At least once says only that the last value of each key was there at some time: a process that was replaced may overwrite it. At most
 * once says nothing about values that were made of several records, so there only keys that nothing was to be written for are wrong.
 */
public final class Versions implements OutputOracle {
    private static final int KEPT = 10;

    private final Guarantee guarantee;
    private final Map<Object, List<Object>> expected;
    private final Map<Object, Object> table = new HashMap<>();
    private final Set<Object> finalSeen = new HashSet<>();
    private final Map<Integer, Integer> restarts = new HashMap<>();
    private final Map<Integer, Map<Object, Integer>> sinceRestored = new HashMap<>();
    private final Map<Long, Map<Object, Integer>> countedOn = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private Map<Object, Integer> floor = Map.of();
    private long newestEpoch;
    private int newestProcess;
    private long seen;
    private long older;
    private long unexpected;
    private int right;

    /** @param expectation all values of each key, in order */
    public Versions(Expectation expectation, Guarantee guarantee) {

        this.guarantee = guarantee;
        expected = expectation.byKey();
        if (!expectation.withoutKey().isEmpty()) {
            throw new IllegalArgumentException("the rows of a table have keys, and "
                    + expectation.withoutKey().size() + " values were given without one");
        }
    }

    @Override
    public void see(Output output) {
        Object key = Objects.requireNonNull(output.key(), "the rows of a table have keys");
        seen++;
        List<Object> due = expected.getOrDefault(key, List.of());
        Object before = table.put(key, output.value());
        if (!due.contains(output.value())) {
            unexpected++;
            problem("key " + key + ": '" + output.value() + "' is nowhere among what is to be written");
            return;
        }
        Object last = due.get(due.size() - 1);
        right += (output.value().equals(last) ? 1 : 0) - (last.equals(before) ? 1 : 0);
        if (output.value().equals(last)) {
            finalSeen.add(key);
        }
        requireFloor(key);
        // What an earlier execution has begun may be committed late: what is written now does not count on it.
        if (output.execution() == restarts.getOrDefault(output.process(), 0)) {
            sinceRestored
                    .computeIfAbsent(output.process(), p -> new HashMap<>())
                    .put(key, due.indexOf(output.value()));
        }
    }

    /** A step of the protocol by a process; everything that was visible before it must have been seen. */
    @Override
    public void see(int process, ProtocolEvent event) {
        switch (event.step()) {
            case RESTARTING -> restarts.merge(process, 1, Integer::sum);
            case RESTORED -> {
                Map<Object, Integer> restored = countedOn.getOrDefault(event.checkpoint(), Map.of());
                sinceRestored.put(process, new HashMap<>(restored));
                if (event.epoch() >= newestEpoch) {
                    newestEpoch = event.epoch();
                    newestProcess = process;
                    floor = restored;
                }
            }
            case CHECKPOINT_STARTED ->
                countedOn.put(event.checkpoint(), new HashMap<>(sinceRestored.getOrDefault(process, new HashMap<>())));
            case DURABLE -> {
                if (event.epoch() >= newestEpoch) {
                    floor = countedOn.getOrDefault(event.checkpoint(), Map.of());
                    floor.keySet().forEach(this::requireFloor);
                }
            }
            default -> {}
        }
    }

    /**
     * Whether everything is there and stays: what an attempt has written that was replaced may be overwritten by older values before they are
     * there again.
     */
    @Override
    public boolean complete() {
        if (guarantee != Guarantee.EXACTLY_ONCE) {
            return finalSeen.size() == expected.size();
        }
        return right == expected.size() && writtenByNewest();
    }

    private boolean writtenByNewest() {
        Map<Object, Integer> written = sinceRestored.getOrDefault(newestProcess, Map.of());
        for (Map.Entry<Object, List<Object>> entry : expected.entrySet()) {
            List<Object> due = entry.getValue();
            Integer rank = written.get(entry.getKey());
            if (rank == null || !due.get(rank).equals(due.get(due.size() - 1))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<String> problems() {
        return problems;
    }

    /** Of the last values: those that are not there are lost; versions older than what was counted on are out of order. */
    @Override
    public Oracle.Verdict verdict() {
        long there = guarantee == Guarantee.EXACTLY_ONCE ? right : finalSeen.size();
        return new Oracle.Verdict(expected.size(), seen, expected.size() - there, 0, older, unexpected);
    }

    @Override
    public @Nullable String broken() {
        Oracle.Verdict verdict = verdict();
        boolean kept = switch (guarantee) {
            case EXACTLY_ONCE -> verdict.exact();
            case AT_LEAST_ONCE -> verdict.lost() == 0 && unexpected == 0;
            case AT_MOST_ONCE -> expected.keySet().containsAll(table.keySet());
        };
        return kept ? null : guarantee + " is broken: " + verdict + "; " + first();
    }

    private void requireFloor(Object key) {
        Integer least = floor.get(key);
        if (least == null) {
            return;
        }
        List<Object> due = expected.getOrDefault(key, List.of());
        if (due.lastIndexOf(table.get(key)) < least) {
            older++;
            problem("key " + key + " has '" + table.get(key) + "', and a complete checkpoint counts on '"
                    + due.get(least) + "' or a later one");
        }
    }

    private void problem(String text) {
        if (guarantee == Guarantee.EXACTLY_ONCE && problems.size() < KEPT) {
            problems.add(text);
        }
    }

    private String first() {
        if (!problems.isEmpty()) {
            return "first " + problems.get(0);
        }
        for (Map.Entry<Object, List<Object>> entry : expected.entrySet()) {
            Object last = entry.getValue().get(entry.getValue().size() - 1);
            Object found = table.get(entry.getKey());
            if (!last.equals(found)) {
                return "in the end key " + entry.getKey() + " has '" + found + "' and must have '" + last + "'";
            }
        }
        return "";
    }
}

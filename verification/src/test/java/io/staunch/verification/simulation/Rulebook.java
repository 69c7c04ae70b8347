package io.staunch.verification.simulation;

import io.staunch.Broadcast;
import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.state.BroadcastState;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cases, each of which looks at the rulebook that it meets: with state per task, and then with state per key. When it meets which rules is another thing in each run. What must
 * hold in all of them is that the book has no holes, that each rule in it was made once of the one before it, and that no later case meets an older book.
 */
final class Rulebook {
    private static final int SPLITS = 3;
    private static final int KEYS = 11;

    /** How many rules of a split are in force; older ones are taken out. */
    private static final int IN_FORCE = 4;

    private static final long FIRST = 17;

    /** The rule with that number; those of a split are a row. */
    record Rule(int split, int number) {}

    record Case(int id) {}

    /** What a case has found. */
    record Found(int id, boolean byTask, boolean byKey) {}

    private Rulebook() {}

    static Simulation simulation(int count) {
        List<Rule> rules = new ArrayList<>();
        List<Case> cases = new ArrayList<>();
        List<Output> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rules.add(new Rule(i % SPLITS, i / SPLITS));
            cases.add(new Case(i));
            expected.add(new Output(0, (long) i, new Found(i, true, true)));
        }
        return Simulation.of(Rulebook::pipeline)
                .feed("rules", rules, Rule::split)
                .feed("cases", cases, each -> each.id() % SPLITS)
                .capture("found")
                .expect("found", expected);
    }

    private static Pipeline pipeline() {
        var pipeline = Pipeline.named("rulebook");
        Broadcast<Integer, Long> book = pipeline.from("rules", new LogSource<>("rules", Rule.class))
                .broadcast("book", Integer.class, Long.class, Rulebook::update);
        Stream<Found> once = pipeline.from("cases", new LogSource<>("cases", Case.class))
                .connect(book)
                .process("by-task", (states, table) -> {
                    ListState<Integer> cases = states.list("cases", Integer.class);
                    return (each, context) -> {
                        cases.set(List.of(each.id()));
                        context.emit(new Found(each.id(), latest(table) != null, false));
                    };
                });
        once.keyBy(Integer.class, found -> found.id() % KEYS)
                .connect(book)
                .<Found>process("by-key", (states, table) -> {
                    MapState<Integer, Integer> before = states.map("latest", Integer.class, Integer.class);
                    return (found, context) ->
                            context.emit(new Found(found.id(), found.byTask(), goesOn(latest(table), before)));
                })
                .to("found", new LogLead<>("found", found -> (long) found.id()));
        return pipeline;
    }

    private static void update(Rule rule, MapState<Integer, Long> book) {
        Long before = book.get(number(rule.split(), rule.number() - 1));
        book.put(number(rule.split(), rule.number()), (before == null ? FIRST : before) * 31 + rule.number());
        book.remove(number(rule.split(), rule.number() - IN_FORCE));
    }

    private static int number(int split, int number) {
        return number * SPLITS + split;
    }

    /** The latest rule of each split; null if the book is not as it can be. */
    private static Map<Integer, Integer> latest(BroadcastState<Integer, Long> book) {
        Map<Integer, Integer> latest = new HashMap<>();
        book.entries().keySet().forEach(rule -> latest.merge(rule % SPLITS, rule / SPLITS, Math::max));
        int inForce = latest.values().stream()
                .mapToInt(last -> Math.min(last + 1, IN_FORCE))
                .sum();
        boolean right = inForce == book.entries().size()
                && latest.entrySet().stream().allMatch(row -> right(row.getKey(), row.getValue(), book));
        return right ? latest : null;
    }

    private static boolean right(int split, int last, BroadcastState<Integer, Long> book) {
        long made = FIRST;
        for (int number = 0; number <= last; number++) {
            made = made * 31 + number;
            Long rule = book.get(number(split, number));
            if (number > last - IN_FORCE && (rule == null || rule != made)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the book is right and no older than what the key has met before. */
    private static boolean goesOn(Map<Integer, Integer> latest, MapState<Integer, Integer> before) {
        if (latest == null
                || before.entries().entrySet().stream()
                        .anyMatch(row -> latest.getOrDefault(row.getKey(), -1) < row.getValue())) {
            return false;
        }
        latest.forEach(before::put);
        return true;
    }
}

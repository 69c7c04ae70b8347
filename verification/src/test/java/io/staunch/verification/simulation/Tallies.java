package io.staunch.verification.simulation;

import io.staunch.Broadcast;
import io.staunch.Pipeline;
import io.staunch.guarantee.Guarantee;
import io.staunch.state.BroadcastState;
import io.staunch.state.MapState;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.verification.simulation.Rulebook.Case;
import io.staunch.verification.simulation.Rulebook.Found;
import io.staunch.verification.simulation.Rulebook.Rule;
import java.util.ArrayList;
import java.util.List;

/** Cases, at least once, in sight of a table that counts rules, some again after a crash. Each count stands there twice, the second time as something that follows from it. */
final class Tallies {
    private static final int SPLITS = 3;
    private static final long FACTOR = 31;

    private Tallies() {}

    static Simulation simulation(int count) {
        List<Rule> rules = new ArrayList<>();
        List<Case> cases = new ArrayList<>();
        List<Output> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rules.add(new Rule(i % SPLITS, i / SPLITS));
            cases.add(new Case(i));
            expected.add(new Output(0, (long) i, new Found(i, true, true)));
        }
        return Simulation.of(Tallies::pipeline)
                .feed("rules", rules, Rule::split)
                .feed("cases", cases, each -> each.id() % SPLITS)
                .capture("found")
                .expect("found", expected);
    }

    private static Pipeline pipeline() {
        var pipeline = Pipeline.named("tallies").guarantee(Guarantee.AT_LEAST_ONCE);
        Broadcast<Integer, Long> tally = pipeline.from("rules", new LogSource<>("rules", Rule.class))
                .broadcast("tally", Integer.class, Long.class, Tallies::update);
        pipeline.from("cases", new LogSource<>("cases", Case.class))
                .connect(tally)
                .<Found>process(
                        "by-task",
                        (states, table) -> (each, context) -> context.emit(new Found(each.id(), whole(table), true)))
                .to("found", new LogLead<>("found", found -> (long) found.id()));
        return pipeline;
    }

    private static void update(Rule rule, MapState<Integer, Long> tally) {
        Long before = tally.get(rule.split());
        long count = before == null ? 1 : before + 1;
        tally.put(rule.split(), count);
        tally.put(rule.split() + SPLITS, count * FACTOR);
    }

    private static boolean whole(BroadcastState<Integer, Long> tally) {
        for (int split = 0; split < SPLITS; split++) {
            Long count = tally.get(split);
            Long follows = tally.get(split + SPLITS);
            if (count == null ? follows != null : follows == null || follows != count * FACTOR) {
                return false;
            }
        }
        return true;
    }
}

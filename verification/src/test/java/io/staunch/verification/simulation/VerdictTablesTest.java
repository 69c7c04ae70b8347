package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.source.Source;
import io.staunch.testkit.outside.LogSource;
import io.staunch.verification.simulation.Before.Row;
import io.staunch.verification.simulation.Running.Flight;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The verdict over every kind of source, operator, level asked for and sink: the computed one against the rule in one formula, and the tables of the docs, which tell only where it
 * differs from that over a source that can be read again and operators that give the same again.
 */
class VerdictTablesTest {
    private static final Path DOCS = Path.of("..", "docs", "sinks.md");
    private static final LogSource<Flight> LOG = new LogSource<>("flights", Flight.class);

    private enum From {
        READ_AGAIN("can be read again from any position", Guarantee.EXACTLY_ONCE, LOG),
        READ_ONCE("can't be read again", Guarantee.AT_MOST_ONCE, LOG.deletingWhatWasRead());

        private final String words;
        private final Guarantee alone;
        private final Source<Flight> source;

        From(String words, Guarantee alone, Source<Flight> source) {
            this.words = words;
            this.alone = alone;
            this.source = source;
        }
    }

    private record Combination(From from, Before before, Guarantee asked, SinkTemplate template) {
        Pipeline pipeline() {
            Pipeline pipeline = Pipeline.named("verdicts").guarantee(asked);
            before.rows(pipeline.from("flights", from.source))
                    .to(SinkTemplate.OUT, template.sink(Row.class, row -> row));
            return pipeline;
        }

        boolean starts() {
            try {
                pipeline().validate();
                return true;
            } catch (ConfigurationException e) {
                return false;
            }
        }

        Guarantee level() {
            return pipeline().guaranteeReport().level();
        }

        /** As in the docs. */
        String verdict() {
            if (starts()) {
                return level().text();
            }
            return "refused: "
                    + (level().reaches(asked) ? "commits with checkpoints that are not restored" : level().text());
        }

        /** The rule, told once more. */
        Guarantee rule() {
            boolean stays = template == SinkTemplate.IDEMPOTENT && !before.repeatable();
            Guarantee sink = stays ? Guarantee.AT_LEAST_ONCE : template.alone();
            return asked.weakest(from.alone).weakest(sink);
        }
    }

    private static Stream<Combination> all() {
        return Stream.of(From.values())
                .flatMap(from -> Stream.of(Before.values())
                        .flatMap(before -> Stream.of(Guarantee.values())
                                .flatMap(asked -> Stream.of(SinkTemplate.values())
                                        .map(template -> new Combination(from, before, asked, template)))));
    }

    @Test
    void theComputedVerdictIsThatOfTheRuleForEachCombination() {
        assertThat(all()).hasSize(2 * Before.values().length * 3 * 9).allSatisfy(each -> {
            assertThat(each.level()).isEqualTo(each.rule());
            boolean restored =
                    each.asked() != Guarantee.AT_MOST_ONCE || !each.template().commits();
            assertThat(each.starts()).isEqualTo(each.rule().reaches(each.asked()) && restored);
        });
    }

    @Test
    void theTableOfDifferencesInTheDocsIsTheComputedOne() throws Exception {
        List<String> rows = new ArrayList<>();
        rows.addAll(differences(From.READ_AGAIN, "may not give the same again", Before.ENRICH));
        rows.addAll(differences(From.READ_ONCE, "any", Before.MAP));
        assertThat(inDocs("differences")).isEqualTo(rows);
        assertThat(differences(From.READ_ONCE, "any", Before.ENRICH))
                .isEqualTo(differences(From.READ_ONCE, "any", Before.MAP));
    }

    private static List<String> differences(From from, String operators, Before before) {
        List<String> rows = new ArrayList<>();
        for (Guarantee asked : Guarantee.values()) {
            Map<String, List<String>> sinks = new TreeMap<>();
            for (SinkTemplate template : SinkTemplate.values()) {
                String verdict = new Combination(from, before, asked, template).verdict();
                if (!verdict.equals(new Combination(From.READ_AGAIN, Before.MAP, asked, template).verdict())) {
                    sinks.computeIfAbsent(verdict, v -> new ArrayList<>()).add(template.words());
                }
            }
            sinks.forEach((verdict, of) -> rows.add("| " + from.words + " | " + operators + " | "
                    + (of.size() == SinkTemplate.values().length ? "any" : String.join("; ", of)) + " | "
                    + asked.text() + " | " + verdict + " |"));
        }
        return rows;
    }

    @Test
    void theTableOfOperatorsInTheDocsIsTheComputedOne() throws Exception {
        assertThat(inDocs("operators"))
                .isEqualTo(Stream.of(Before.values())
                        .map(before -> "| " + before.words() + " | " + again(before) + " |")
                        .toList());
    }

    /** From the report: yes, or no and why. */
    private static String again(Before before) {
        GuaranteeReport report = new Combination(
                        From.READ_AGAIN, before, Guarantee.EXACTLY_ONCE, SinkTemplate.IDEMPOTENT)
                .pipeline()
                .guaranteeReport();
        if (report.reached()) {
            return "yes";
        }
        String reason = report.weakest().offer().reason();
        return "no: "
                + reason.substring(reason.indexOf("' ", reason.indexOf("but ")) + 2, reason.indexOf(": read again"));
    }

    private static List<String> inDocs(String table) throws Exception {
        List<String> lines = Files.readAllLines(DOCS);
        int begin = lines.indexOf("<!-- " + table + " -->");
        int end = lines.indexOf("<!-- end of the " + table + " -->");
        assertThat(begin).as("the table '" + table + "' in " + DOCS).isPositive();
        return lines.subList(begin + 3, end);
    }
}

package io.staunch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.Environment;
import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport.Component;
import io.staunch.guarantee.LiveReport;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LooksTest {
    private static final Path STATE = Path.of("/state");
    private static final Finding SEEN = Finding.seen("three copies");
    private static final Finding FAILED = Finding.failed("one copy", "make more");

    @Test
    void findingsStandBelowTheirPartsAndOneThatFailedIsNotHeld() {
        LiveReport report = Looks.at(pipeline(Guarantee.AT_LEAST_ONCE, FAILED), context(), STATE);
        assertThat(report.holds()).isFalse();
        assertThat(report.toString())
                .containsPattern("(?s)source 'in'.*not seen  nothing could be looked at: away.*sink 'out'")
                .containsPattern("(?s)sink 'out'.*failed    one copy.*remedy: make more.*mode");
    }

    @Test
    void whatCantBeSeenFailsNothing() {
        LiveReport report = Looks.at(pipeline(Guarantee.AT_LEAST_ONCE, SEEN), context(), STATE);
        assertThat(report.holds()).isTrue();
        assertThat(report.guarantee().components())
                .filteredOn(component -> !component.kind().equals("mode"))
                .flatMap(report::of)
                .extracting(Finding::sight)
                .containsExactly(Sight.NOT_SEEN, Sight.SEEN);
        assertThat(report.unseen()).extracting(Component::label).containsExactly("source 'in'");
    }

    @Test
    void theCheckpointStoreStandsBelowAllOfThem() {
        LiveReport report = Looks.at(pipeline(Guarantee.AT_LEAST_ONCE, SEEN), context(), STATE);
        assertThat(report.besides()).containsOnlyKeys("checkpoint store '/state'");
        assertThat(report.toString())
                .containsPattern(
                        "(?s)mode.*\ncheckpoint store '/state'\n     not seen  nothing could be looked at: disk$");
        assertThat(report.ofComponents().toString()).doesNotContain("checkpoint store");
    }

    @Test
    void aLevelThatCantBeReachedIsReportedAndAllElseThatIsWrongIsRefused() {
        assertThat(Looks.at(pipeline(Guarantee.EXACTLY_ONCE, SEEN), context(), STATE)
                        .holds())
                .isFalse();
        Pipeline wrong = pipeline(Guarantee.EXACTLY_ONCE, SEEN);
        wrong.from("more", new In(List.of("no topic is named"))).to("there", new Out(SEEN));
        assertThatThrownBy(() -> Looks.at(wrong, context(), STATE))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("source 'more': no topic is named")
                .hasMessageNotContaining("asks for");
    }

    private static Pipeline pipeline(Guarantee guarantee, Finding finding) {
        return Pipeline.named("numbers")
                .guarantee(guarantee)
                .from("in", new In(List.of()))
                .to("out", new Out(finding));
    }

    private static LookContext context() {
        var world = (Environment) Proxy.newProxyInstance(
                LooksTest.class.getClassLoader(), new Class<?>[] {Environment.class}, (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        return new LookContext("numbers", world, Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofHours(1));
    }

    private record In(List<String> problems) implements Source<Integer> {
        @Override
        public String description() {
            return "in";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("never read");
        }

        @Override
        public List<Finding> look(LookContext context) {
            throw new IllegalStateException("away");
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceReader<Integer> reader(SourceContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record Out(Finding finding) implements FlushingSink<Integer, Integer> {
        @Override
        public String description() {
            return "out";
        }

        @Override
        public Offer offer() {
            return Offer.atLeastOnce("never written", "none");
        }

        @Override
        public List<Finding> look(LookContext context) {
            return List.of(finding);
        }

        @Override
        public SinkEncoder<Integer, Integer> encoder(SinkContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SinkConnection<Integer> connect(SinkContext context) {
            throw new UnsupportedOperationException();
        }
    }
}

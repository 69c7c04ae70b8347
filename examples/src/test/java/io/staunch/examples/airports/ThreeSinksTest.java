package io.staunch.examples.airports;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.jdbc.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the job is worth; the demo's tests run its sinks and kill them. */
class ThreeSinksTest {
    @Test
    void eachOfTheThreeSinksIsExactlyOnce() {
        GuaranteeReport report = ThreeSinksJob.pipeline(
                        "localhost:9092", Database.url("jdbc:postgresql://localhost/delays"), Path.of("out"))
                .guaranteeReport();
        assertThat(report.level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(report.components())
                .extracting(GuaranteeReport.Component::name)
                .contains("totals", "table", "files");
    }
}

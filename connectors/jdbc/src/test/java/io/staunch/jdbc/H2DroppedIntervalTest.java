package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole job whose database refuses a row that the job could not know of. */
@Timeout(120)
class H2DroppedIntervalTest {
    private static final int ROWS = 100;
    private static final Pattern CONSENT = Pattern.compile("start with drop\\(\"([^\"]*)\"\\)");

    @TempDir
    Path folder;

    record Payment(long id, BigDecimal amount) {}

    @Test
    void withConsentTheIntervalOfTheRowIsSetAsideAndTheOthersAreWritten() throws Exception {
        place().run(
                        "create table due (id bigint primary key, amount numeric(10, 2) not null)",
                        "create table paid (id bigint primary key, amount numeric(10, 2) not null, check (amount >= 0))",
                        "insert into due select x, case when x = 50 then -1 else 1 end from system_range(1, " + ROWS
                                + ")");
        Throwable refused = catchThrowable(() -> {
            try (Job job = Staunch.start(pipeline(), settings())) {
                job.await();
            }
        });
        assertThat(refused).hasMessageContaining("which the database refuses");
        Matcher consent = CONSENT.matcher(refused.getMessage());
        assertThat(consent.find()).as(refused.getMessage()).isTrue();

        try (Job job = Staunch.start(pipeline(), settings().drop(consent.group(1)))) {
            place().run("insert into due values (" + (ROWS + 1) + ", 1)");
            List<String> aside = aside();
            waitFor(job, () -> ids().size() + aside.size() == ROWS + 1);
            assertThat(job.metrics().recordsSetAside()).containsEntry("paid", (long) aside.size());
            assertThat(aside).contains("{\"id\":50,\"amount\":-1.00}");
            List<String> all = new ArrayList<>(ids());
            aside.forEach(line -> all.add(line.replaceAll("\\{\"id\":([0-9]+),.*", "$1")));
            assertThat(all).doesNotHaveDuplicates();
            assertThat(ids()).contains(String.valueOf(ROWS + 1));
            job.stop();
            job.await();
        }
    }

    private Place place() {
        return Place.h2(folder);
    }

    private Pipeline pipeline() {
        Pipeline pipeline = Pipeline.named("payments").guarantee(Guarantee.EXACTLY_ONCE);
        pipeline.from(
                        "due",
                        JdbcSource.table(place().database(), "due", Payment.class)
                                .byId("id")
                                .settle(Duration.ofMillis(1)))
                .to(
                        "paid",
                        JdbcSink.writeAhead(place().database(), "paid", Payment.class)
                                .createLedger());
        return pipeline;
    }

    private Settings settings() {
        return Settings.stateIn(folder.resolve("state"))
                .checkpointEvery(Duration.ofMillis(10))
                .parallelism(1)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private List<String> ids() {
        return place().rows("select id from paid order by id");
    }

    /** The records of the one file. */
    private List<String> aside() throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("state"))) {
            List<Path> all = files.filter(each -> each.getFileName().toString().startsWith("set-aside-"))
                    .toList();
            assertThat(all).hasSize(1);
            List<String> lines = Files.readAllLines(all.get(0));
            return lines.subList(1, lines.size());
        }
    }

    private static void waitFor(Job job, java.util.function.BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(job.status().failure()).isNull();
            LockSupport.parkNanos(1_000_000);
        }
    }
}

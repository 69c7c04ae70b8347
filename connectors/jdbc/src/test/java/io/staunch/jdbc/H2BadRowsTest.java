package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole job whose table has rows that can't be records, and that dies again and again. */
@Timeout(120)
class H2BadRowsTest {
    private static final int LIVES = 3;
    private static final int ROWS = 100;
    private static final int BAD_EACH = 7;
    private static final SideOutput<BadRecord> BAD = SideOutput.named("bad");

    @TempDir
    Path folder;

    record Payment(long id, long cents) {}

    record Aside(String place) {}

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"BARRIER_SENT", "DURABLE", "FOLLOWER_COMMIT_SENT", "FOLLOWER_COMMITTED"})
    void eachIsAsideOnceAndTheOthersAreWrittenOnce(ProtocolStep step) throws Exception {
        place().run(
                        "create table due (id bigint primary key, cents bigint)",
                        "create table paid (id bigint not null, cents bigint not null)",
                        "create table aside (place varchar(100) not null)");
        for (int life = 0; life < LIVES; life++) {
            insert(life);
            assertThatThrownBy(() -> {
                        try (Job job = Staunch.start(pipeline(), settings().listener(diesAt(step)))) {
                            job.await();
                        }
                    })
                    .hasStackTraceContaining("dies at " + step);
        }
        insert(LIVES);
        int all = (LIVES + 1) * ROWS;
        try (Job job = Staunch.start(pipeline(), settings())) {
            while (paid().size() + aside().size() < all) {
                assertThat(job.status().failure()).isNull();
                LockSupport.parkNanos(1_000_000);
            }
            job.stop();
            job.await();
        }
        assertThat(paid())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, all)
                        .filter(id -> id % BAD_EACH != 0)
                        .mapToObj(Long::toString)
                        .toList());
        assertThat(aside())
                .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, all)
                        .filter(id -> id % BAD_EACH == 0)
                        .mapToObj(id -> "table due, id " + id)
                        .toList());
    }

    private static JobListener diesAt(ProtocolStep step) {
        return new JobListener() {
            @Override
            public void on(ProtocolEvent event) {
                if (event.step() == step && event.checkpoint() > 0) {
                    throw new IllegalStateException("dies at " + step);
                }
            }
        };
    }

    private void insert(int life) {
        int from = life * ROWS + 1;
        place().run("insert into due select x, case when mod(x, " + BAD_EACH + ") = 0 then null else x end"
                + " from system_range(" + from + ", " + (from + ROWS - 1) + ")");
    }

    private Place place() {
        return Place.h2(folder);
    }

    private Pipeline pipeline() {
        Pipeline pipeline = Pipeline.named("payments").guarantee(Guarantee.EXACTLY_ONCE);
        var due = pipeline.from(
                "due",
                JdbcSource.table(place().database(), "due", Payment.class)
                        .byId("id")
                        .settle(Duration.ofMillis(1))
                        .badRecordsTo(BAD));
        due.to(
                "paid",
                JdbcSink.writeAhead(place().database(), "paid", Payment.class).createLedger());
        due.sideOutput(BAD)
                .map(bad -> new Aside(bad.place()))
                .to(
                        "aside",
                        JdbcSink.writeAhead(place().database(), "aside", Aside.class)
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

    private List<String> paid() {
        return place().rows("select id from paid order by id");
    }

    private List<String> aside() {
        return place().rows("select place from aside");
    }
}

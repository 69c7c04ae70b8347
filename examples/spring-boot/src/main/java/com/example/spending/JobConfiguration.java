package com.example.spending;

import io.micrometer.core.instrument.MeterRegistry;
import io.staunch.Settings;
import io.staunch.observe.JobStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The job and what the probes ask of it; {@code application.properties} puts the two indicators into liveness and readiness. */
@Configuration
class JobConfiguration {
    @Bean
    JobLifecycle spending(
            @Value("${spending.broker}") String broker,
            @Value("${spending.state}") Path state,
            @Value("${spending.archive}") Path archive,
            @Value("${spending.last-checkpoint-within}") Duration lastCheckpointWithin,
            MeterRegistry registry) {
        return new JobLifecycle(SpendingPipeline.of(broker, archive), Settings.stateIn(state), lastCheckpointWithin, registry);
    }

    @Bean
    HealthIndicator jobLive(JobLifecycle lifecycle) {
        return () -> health(lifecycle, JobStatus::live, true);
    }

    @Bean
    HealthIndicator jobReady(JobLifecycle lifecycle) {
        return () -> health(lifecycle, JobStatus::ready, false);
    }

    private static Health health(JobLifecycle lifecycle, Predicate<JobStatus> question, boolean beforeTheStart) {
        return lifecycle
                .job()
                .map(job -> job.status())
                .map(status -> (question.test(status) ? Health.up() : Health.down())
                        .withDetail("phase", status.phase())
                        .withDetail("waiting", status.waiting())
                        .build())
                .orElseGet(() -> (beforeTheStart ? Health.up() : Health.down()).build());
    }
}

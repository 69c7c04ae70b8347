package io.staunch.kafka.testkit.real;

import io.staunch.Pipeline;
import java.io.Serializable;

/**
 * Makes a pipeline for a broker. It is called in this JVM and in those that are killed, so it must be a method reference to a static method,
 * or a lambda that captures nothing: {@code AirportDelaysJob::pipeline}.
 */
@FunctionalInterface
public interface PipelineFunction extends Serializable {
    /** @param bootstrapServers the broker, as {@code host:port} */
    Pipeline of(String bootstrapServers);
}

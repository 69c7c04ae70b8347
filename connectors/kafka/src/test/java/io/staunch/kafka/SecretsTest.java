package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.StaunchException;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.wire.KafkaClientsOverTheWire;
import io.staunch.secret.Secret;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SecretsTest {
    @Test
    void settingsOfAClientShowNoValues() {
        assertThat(new ClientSettings(Map.of("sasl.jaas.config", "hunter2")).toString())
                .contains("sasl.jaas.config")
                .doesNotContain("hunter2");
    }

    /** Kafka's parser quotes the part of a login configuration that it stumbles over. */
    @Test
    void aClientThatCanNotBeMadeDoesNotTellTheSecretItStumbledOver() {
        var world = new RealClients();
        ClientOptions options = ClientOptions.NONE
                .bootstrapServers("localhost:1")
                .property("security.protocol", "SASL_PLAINTEXT")
                .property("sasl.mechanism", "PLAIN")
                .secret(
                        "sasl.jaas.config",
                        Secret.of(() -> "org.apache.kafka.common.security.plain.PlainLoginModule required"
                                + " username=\"me\" hunter2;"));
        Throwable error = catchThrowable(() -> new Cluster(world, options, "test").admin(Map.of()));
        assertThat(error).isInstanceOf(StaunchException.class).hasMessageContaining("localhost:1");
        assertThat(everything(error)).doesNotContain("hunter2");
    }

    private static String everything(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** The world of the other tests, with real clients. */
    private static final class RealClients extends WorldDouble {
        @Override
        public <T> T port(Class<T> type, Supplier<? extends T> production) {
            return type.cast(new KafkaClientsOverTheWire());
        }
    }
}

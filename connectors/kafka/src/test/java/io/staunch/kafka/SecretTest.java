package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.StaunchException;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.wire.KafkaClientsOverTheWire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
    @TempDir
    Path folder;

    @Test
    void aFileGivesItsTextWithoutTheLastLineBreak() throws Exception {
        Path file = Files.writeString(folder.resolve("jaas"), " a\nb \n");
        assertThat(Secret.file(file).resolve("x")).isEqualTo(" a\nb ");
    }

    @Test
    void aVariableThatIsNotSetIsNamed() {
        assertThat(catchThrowable(() -> Secret.env("NO_SUCH_VARIABLE").resolve("sasl.jaas.config")))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("sasl.jaas.config")
                .hasMessageContaining("environment variable NO_SUCH_VARIABLE");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(catchThrowable(() -> Secret.file(folder.resolve("none")).resolve("ssl.key.password")))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("none");
    }

    @Test
    void whatASupplierSaysInAnErrorGoesNoFurther() {
        Secret secret = Secret.of(() -> {
            throw new IllegalStateException("vault token hunter2");
        });
        assertThat(everything(catchThrowable(() -> secret.resolve("x")))).doesNotContain("hunter2");
    }

    @Test
    void twoOfOnePlaceAreTheSameAndTwoSuppliersAreNot() {
        assertThat(Secret.env("A")).isEqualTo(Secret.env("A")).isNotEqualTo(Secret.env("B"));
        assertThat(Secret.of(() -> "a")).isNotEqualTo(Secret.of(() -> "a"));
    }

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

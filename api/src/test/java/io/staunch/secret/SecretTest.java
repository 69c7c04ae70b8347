package io.staunch.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.StaunchException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static String everything(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}

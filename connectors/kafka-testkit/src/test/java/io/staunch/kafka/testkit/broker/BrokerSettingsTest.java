package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerSettingsTest {
    @Test
    void allMistakesAreReportedAtOnce() {
        assertThatThrownBy(() -> new BrokerSettings(null, -1, 70_000, false, 1, 0, " ", Map.of("listeners", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("port is -1")
                .hasMessageContaining("advertisedPort is 70000")
                .hasMessageContaining("heapMb is 1")
                .hasMessageContaining("startTimeoutMs is 0")
                .hasMessageContaining("classPath is empty")
                .hasMessageContaining("override 'listeners'");
    }

    @Test
    void eachSettingChangesItselfOnly() {
        BrokerSettings changed = BrokerSettings.defaults()
                .withFolder(Path.of("folder"))
                .withPort(1)
                .withAdvertisedPort(2)
                .withSecurity()
                .withHeapMb(512)
                .withStartTimeoutMs(3)
                .withClassPath("path")
                .withOverride("a", "b")
                .withOverride("c", "d");
        assertThat(changed)
                .isEqualTo(
                        new BrokerSettings(Path.of("folder"), 1, 2, true, 512, 3, "path", Map.of("a", "b", "c", "d")));
    }
}

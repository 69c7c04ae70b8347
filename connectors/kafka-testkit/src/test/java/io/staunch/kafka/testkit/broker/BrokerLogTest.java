package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerLogTest {
    @Test
    void theTailIsTheLastLines(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("broker.log"), List.of("a", "b", "c"));
        assertThat(new BrokerLog(file).tail(2)).containsExactly("b", "c");
        assertThat(new BrokerLog(file).tail(9)).containsExactly("a", "b", "c");
    }

    @Test
    void aLogThatWasNeverWrittenIsEmpty(@TempDir Path folder) {
        BrokerLog log = new BrokerLog(folder.resolve("broker.log"));
        assertThat(log.tail(5)).isEmpty();
        assertThat(log.quoted()).contains("is empty");
    }
}

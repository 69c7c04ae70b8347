package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How brokers begin and end. */
@Timeout(180)
class BrokerLifeIT {
    @Test
    void closingLeavesNoProcessAndNoFolder() {
        KafkaBroker broker = KafkaBroker.start();
        ProcessHandle process = ProcessHandle.of(broker.pid()).orElseThrow();
        Path folder = broker.folder();
        assertThat(process.isAlive()).isTrue();
        assertThat(folder).isDirectory();

        broker.close();
        broker.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
        assertThatThrownBy(broker::restart).hasMessageContaining("CLOSED");
    }

    @Test
    void aLaterBrokerGoesOnWithTheFolderOfAnEarlierOne(@TempDir Path folder) throws Exception {
        BrokerSettings settings = BrokerSettings.defaults().withFolder(folder).withStartTimeoutMs(29_000);
        try (KafkaBroker earlier = KafkaBroker.start(settings)) {
            earlier.createTopic("kept", 1);
            Topics.write(earlier.clientProperties(), "kept", "a");
        }
        assertThat(folder).isNotEmptyDirectory();
        try (KafkaBroker later = KafkaBroker.start(settings)) {
            assertThat(Topics.read(later.clientProperties(), "kept", 1)).containsExactly("a");
        }
    }

    @Test
    void aTakenPortIsNamedWithWhatToDo(@TempDir Path folder) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(LoopbackPorts.HOST))) {
            BrokerSettings settings =
                    BrokerSettings.defaults().withFolder(folder).withPort(other.getLocalPort());
            assertThatThrownBy(() -> KafkaBroker.start(settings))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("Port " + other.getLocalPort() + " of 127.0.0.1 is taken")
                    .hasMessageContaining("port 0 chooses a free one");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aStartThatFailsShowsTheEndOfTheBrokersLog() {
        BrokerSettings settings = BrokerSettings.defaults().withOverride("num.io.threads", "none");
        assertThatThrownBy(() -> KafkaBroker.start(settings))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("exit code 1")
                .hasMessageContaining("Invalid value none for configuration num.io.threads");
    }

    @Test
    void aStartThatTakesTooLongIsGivenUp() {
        BrokerSettings settings = BrokerSettings.defaults().withStartTimeoutMs(1);
        assertThatThrownBy(() -> KafkaBroker.start(settings))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("not ready after 1 ms");
    }

    @Test
    void storageThatWasHalfFormattedIsFormattedAgain(@TempDir Path folder) throws Exception {
        BrokerSettings settings = BrokerSettings.defaults().withFolder(folder);
        KafkaBroker.start(settings).close();
        Path data = folder.resolve("data");
        Files.delete(data.resolve("meta.properties"));
        try (DirectoryStream<Path> metadata = Files.newDirectoryStream(data.resolve("__cluster_metadata-0"))) {
            for (Path file : metadata) {
                if (!file.endsWith("00000000000000000000-0000000000.checkpoint")) {
                    Files.delete(file);
                }
            }
        }

        try (KafkaBroker broker = KafkaBroker.start(settings)) {
            broker.createTopic("any", 1);
        }
    }

    @Test
    void aBrokerThatWasNotClosedEndsWithItsParent() throws Exception {
        Process parent = startParent(false);
        Path folder;
        try (BufferedReader output = parent.inputReader()) {
            folder = Path.of(output.readLine());
            parent.getOutputStream().close();
            assertThat(parent.waitFor()).isZero();
        }
        assertThat(folder).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBrokerEndsWhenItsParentIsKilled(boolean paused) throws Exception {
        Process parent = startParent(paused);
        Path folder;
        try (BufferedReader output = parent.inputReader()) {
            folder = Path.of(output.readLine());
        } finally {
            parent.destroyForcibly();
        }
        awaitEnd(folder);
        BrokerFolder.delete(folder);
    }

    /** Starts a JVM with a broker of its own; it prints the broker's folder. */
    private static Process startParent(boolean paused) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerParent.class.getName(),
                        String.valueOf(paused))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A broker locks its data for as long as it lives. */
    private static void awaitEnd(Path folder) throws Exception {
        Path file = folder.resolve("data").resolve(".lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
        }
    }
}

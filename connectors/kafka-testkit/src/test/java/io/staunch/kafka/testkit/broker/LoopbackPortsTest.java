package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoopbackPortsTest {
    @Test
    void freePortsDifferAndLieBelowThoseOfOutgoingConnections() {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            ports.add(LoopbackPorts.free());
        }
        assertThat(ports).hasSize(50).allMatch(port -> port >= 15_000 && port < 32_000);
    }

    @Test
    void aPortTakenOnAllAddressesIsNotFree() throws IOException {
        try (ServerSocket other = new ServerSocket(0)) {
            int port = other.getLocalPort();
            assertThatThrownBy(() -> LoopbackPorts.requireFree(port)).hasMessageContaining("Port " + port);
        }
    }

    @Test
    void aPortTakenOnLoopbackIsNotFree() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(LoopbackPorts.HOST))) {
            int port = other.getLocalPort();
            assertThatThrownBy(() -> LoopbackPorts.requireFree(port)).isInstanceOf(BrokerException.class);
        }
    }
}

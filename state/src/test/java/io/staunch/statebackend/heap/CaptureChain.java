package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.backend.KeyedBackend.Extent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Captures of a backend, as a job keeps them: the newest, and those before that it needs. */
final class CaptureChain {
    private List<List<byte[]>> captures = new ArrayList<>();

    /** Captures at once, slice by slice. */
    static Captured capture(KeyedBackend backend, Extent extent) {
        Capture capture = backend.capture(extent);
        while (!capture.advance(100)) {
            continue;
        }
        return capture.result();
    }

    /** The chunks of a capture that stands alone. */
    static List<byte[]> whole(KeyedBackend backend) {
        Captured captured = capture(backend, Extent.WHOLE);
        assertThat(captured.needs()).isZero();
        return captured.chunks().stream().map(CaptureChain::bytes).toList();
    }

    void add(Captured captured) {
        assertThat(captured.needs()).isLessThanOrEqualTo(captures.size());
        captures = new ArrayList<>(captures.subList(captures.size() - captured.needs(), captures.size()));
        captures.add(captured.chunks().stream().map(CaptureChain::bytes).toList());
    }

    /** All that a restore needs. */
    List<byte[]> chunks() {
        return captures.stream().flatMap(List::stream).toList();
    }

    long bytes() {
        return chunks().stream().mapToLong(chunk -> chunk.length).sum();
    }

    void restore(KeyedBackend backend, KeyGroupRange groups) {
        backend.restore(chunks(), groups);
    }

    static long length(Captured captured) {
        return captured.chunks().stream().mapToLong(ByteBuffer::remaining).sum();
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}

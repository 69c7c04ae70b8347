package io.staunch.protocol.follower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyChunkTest {
    private static final Codec<Payment> CODEC = Codecs.of(Payment.class);

    /** What the golden bytes hold: not to be changed. */
    private static final String BYTES = "5374576103050105610301056207";

    record Payment(String to, int cents) {}

    private static byte[] bytes(Payment... payments) {
        var chunk = new CopyChunk<>(CODEC);
        for (Payment payment : payments) {
            chunk.add(payment);
        }
        ByteBuffer taken = chunk.take();
        byte[] bytes = new byte[taken.remaining()];
        taken.get(bytes);
        return bytes;
    }

    @Test
    void recordsComeBackInOrder() {
        var payments = new Payment[] {new Payment("a", 1), new Payment("b", -2), new Payment("a", 3)};
        assertThat(CopyChunk.read(bytes(payments), CODEC)).isEqualTo(List.of(payments));
        assertThat(CopyChunk.read(bytes(), CODEC)).isEmpty();
    }

    @Test
    void theBytesAreWhatTheyAlwaysWere() {
        byte[] written = bytes(new Payment("a", -1), new Payment("b", -2));
        assertThat(HexFormat.of().formatHex(written)).isEqualTo(BYTES);
        assertThat(CopyChunk.read(HexFormat.of().parseHex(BYTES), CODEC))
                .isEqualTo(List.of(new Payment("a", -1), new Payment("b", -2)));
    }

    @Test
    void aChunkThatWasTakenIsEmptyAndGoesOn() {
        var chunk = new CopyChunk<>(CODEC);
        chunk.add(new Payment("a", 1));
        chunk.take();
        assertThat(chunk.count()).isZero();
        assertThat(chunk.size()).isZero();
        chunk.add(new Payment("b", 2));
        assertThat(chunk.count()).isEqualTo(1);
    }

    @Test
    void aChunkThatIsCutOffIsMalformed() {
        byte[] bytes = bytes(new Payment("a", 1), new Payment("b", 2));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> CopyChunk.read(cut, CODEC)).isInstanceOf(MalformedBytesException.class);
        }
        byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> CopyChunk.read(more, CODEC)).hasMessageContaining("expected the end");
    }
}

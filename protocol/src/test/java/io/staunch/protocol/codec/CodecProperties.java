package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.Samples.Boxes;
import io.staunch.protocol.codec.Samples.Containers;
import io.staunch.protocol.codec.Samples.Primitives;
import io.staunch.protocol.codec.Samples.Shape;
import io.staunch.protocol.codec.Samples.Tree;
import io.staunch.protocol.codec.Samples.Values;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CodecProperties {
    record Everything(
            Primitives primitives, Boxes boxes, Values values, Containers containers, Tree tree, Shape shape) {
        static Everything of(long seed) {
            var anything = new Anything(seed);
            return new Everything(
                    anything.primitives(),
                    anything.boxes(),
                    anything.values(),
                    anything.containers(),
                    anything.tree(3),
                    anything.shape());
        }
    }

    private static final Codec<Everything> CODEC = Codecs.of(Everything.class);

    private static byte[] bytes(Everything value) {
        var out = new BytesOut();
        CODEC.write(out, value);
        return out.toBytes();
    }

    @Property
    void everyValueComesBackEqualAndIsWrittenEquallyAgain(@ForAll long seed) {
        Everything value = Everything.of(seed);
        byte[] bytes = bytes(value);
        var in = new BytesIn(bytes);
        Everything read = CODEC.read(in);
        in.expectEnd();
        assertThat(read).isEqualTo(value);
        assertThat(bytes(read)).isEqualTo(bytes);
    }

    @Property(tries = 30)
    void aValueThatIsCutOffAnywhereIsMalformed(@ForAll long seed) {
        byte[] bytes = bytes(Everything.of(seed));
        for (int length = 0; length < bytes.length; length++) {
            var in = new BytesIn(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> CODEC.read(in)).isInstanceOf(MalformedBytesException.class);
        }
    }

    @Property(tries = 30)
    void aFlippedBitGivesAnotherValueOrIsMalformed(@ForAll long seed) {
        byte[] bytes = bytes(Everything.of(seed));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                assertThat(CODEC.read(new BytesIn(damaged))).isInstanceOf(Everything.class);
            } catch (MalformedBytesException e) {
                assertThat(e).hasMessageContaining("offset");
            }
        }
    }

    @Property
    void anyBytesAreAValueOrMalformed(@ForAll byte[] bytes) {
        try {
            assertThat(CODEC.read(new BytesIn(bytes))).isInstanceOf(Everything.class);
        } catch (MalformedBytesException e) {
            assertThat(e).hasMessageContaining("offset");
        }
    }
}

package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.graph.KeySelector;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A record of primitives is written from its slot as its codec writes it. */
class FlatEncodingTest {
    record Longs(long count, long sum) {}

    record Signed(short a, int b, long c) {}

    record Every(boolean a, byte b, char c, short d, int e, long f, float g, double h) {}

    record Single(double a) {}

    @Property
    void longsAreWrittenAsTheCodecDoes(@ForAll long a, @ForAll long b) {
        check(new Longs(a, b));
    }

    @Property
    void signedNumbersAreWrittenAsTheCodecDoes(@ForAll short a, @ForAll int b, @ForAll long c) {
        check(new Signed(a, b, c));
    }

    @Property
    void everyPrimitiveIsWrittenAsTheCodecDoes(
            @ForAll boolean a, @ForAll byte b, @ForAll char c, @ForAll int floatBits, @ForAll long doubleBits) {
        float g = Float.intBitsToFloat(floatBits);
        double h = Double.longBitsToDouble(doubleBits);
        check(new Every(a, b, c, (short) floatBits, floatBits, doubleBits, g, h));
        check(new Single(h));
    }

    private static <T extends Record> void check(T value) {
        @SuppressWarnings("unchecked") // its own class
        Class<T> type = (Class<T>) value.getClass();
        long[] rows = new long[FlatLayouts.fields(type) + 2];
        FlatLayouts.of(type).write(rows, 1, value);
        var direct = new BytesOut();
        FlatEncoding.of(type).write(direct, rows, 1);
        var byCodec = new BytesOut();
        Codec<T> codec = Codecs.of(type);
        codec.write(byCodec, value);
        assertThat(direct.toBytes()).isEqualTo(byCodec.toBytes());
        checkEntry(type, value, Keys.of(KeySelector.Kind.LONG, long.class), byCodec.toBytes());
        checkEntry(type, value, Keys.of(KeySelector.Kind.OBJECT, Long.class), byCodec.toBytes());
    }

    /** With its key, from a table. */
    private static void checkEntry(Class<?> type, Object value, Keys keys, byte[] written) {
        for (long key : new long[] {0, 1, -1, 77, Long.MIN_VALUE}) {
            var table = new FlatTable(type, keys.objects());
            long hash = keys.hash(key);
            int slot = table.insert(~table.find(hash, keys.kept(key)), hash, keys.kept(key), value);
            var entry = new BytesOut();
            table.write(slot, keys, entry);
            var expected = new BytesOut();
            keys.codec().write(expected, key);
            expected.writeRaw(written, 0, written.length);
            assertThat(entry.toBytes()).isEqualTo(expected.toBytes());
        }
    }
}

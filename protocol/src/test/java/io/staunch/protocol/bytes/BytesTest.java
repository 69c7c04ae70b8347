package io.staunch.protocol.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BytesTest {
    @Test
    void numbersAreWrittenAsTheyAlwaysWere() {
        assertThat(hex(out -> out.writeInt(0x01020304))).isEqualTo("04030201");
        assertThat(hex(out -> out.writeLong(0x0102030405060708L))).isEqualTo("0807060504030201");
        assertThat(hex(out -> out.writeDouble(1.5))).isEqualTo("000000000000f83f");
        assertThat(hex(out -> out.writeVarLong(0))).isEqualTo("01");
        assertThat(hex(out -> out.writeVarLong(127))).isEqualTo("ff");
        assertThat(hex(out -> out.writeVarLong(128))).isEqualTo("0202");
        assertThat(hex(out -> out.writeVarLong(16_384))).isEqualTo("040002");
        assertThat(hex(out -> out.writeVarLong((1L << 56) - 1))).isEqualTo("80ffffffffffffff");
        assertThat(hex(out -> out.writeVarLong(1L << 56))).isEqualTo("000000000000000001");
        assertThat(hex(out -> out.writeVarLong(-1))).isEqualTo("00ffffffffffffffff");
        assertThat(hex(out -> out.writeZigZag(-1))).isEqualTo("03");
        assertThat(hex(out -> out.writeZigZag(1))).isEqualTo("05");
        assertThat(hex(out -> out.writeZigZag(Long.MIN_VALUE))).isEqualTo("00ffffffffffffffff");
    }

    @Property
    void severalNumbersAreWrittenAsOneByOne(
            @ForAll long first, @ForAll long[] more, @ForAll @IntRange(max = 63) int shift) {
        for (int i = 0; i < more.length; i++) {
            more[i] >>= shift;
        }
        int from = more.length / 3;
        var together = new BytesOut();
        together.writeZigZags(first >> shift, more, from, more.length - from);
        var single = new BytesOut();
        single.writeZigZag(first >> shift);
        for (int i = from; i < more.length; i++) {
            single.writeZigZag(more[i]);
        }
        assertThat(together.toBytes()).isEqualTo(single.toBytes());
    }

    @Test
    void stringsAreWrittenAsTheyAlwaysWere() {
        assertThat(hex(out -> out.writeString(""))).isEqualTo("01");
        assertThat(hex(out -> out.writeString("abc"))).isEqualTo("0d616263");
        assertThat(hex(out -> out.writeString("é"))).isEqualTo("09c3a9");
        assertThat(hex(out -> out.writeString("\ud83d\ude00"))).isEqualTo("11f09f9880");
        assertThat(hex(out -> out.writeString("\ud83d"))).isEqualTo("0b3dd8");
    }

    @Property
    void numbersComeBack(@ForAll long value, @ForAll @IntRange(max = 63) int shift, @ForAll boolean last) {
        long smaller = value >> shift;
        var out = new BytesOut();
        out.writeVarLong(smaller);
        out.writeZigZag(smaller);
        out.writeLong(smaller);
        out.writeInt((int) smaller);
        if (!last) {
            out.writeLong(0); // so that numbers are read with and without room behind them
        }
        var in = new BytesIn(out.toBytes());
        assertThat(in.readVarLong()).isEqualTo(smaller);
        assertThat(in.readZigZag()).isEqualTo(smaller);
        assertThat(in.readLong()).isEqualTo(smaller);
        assertThat(in.readInt()).isEqualTo((int) smaller);
    }

    @Property
    void everyStringComesBackExactly(@ForAll String value) {
        comesBack(value);
    }

    @Test
    void stringsOfEveryLengthComeBack() {
        for (int length = 0; length < 300; length++) {
            comesBack("x".repeat(length));
            comesBack("é".repeat(length));
            comesBack("x".repeat(length) + '\udc00');
            comesBack("x".repeat(length) + '\uFFFD');
        }
    }

    private static void comesBack(String value) {
        var out = new BytesOut(1);
        out.writeString(value);
        out.writeString(value);
        var in = new BytesIn(out.toBytes());
        assertThat(in.readString()).isEqualTo(value);
        assertThat(in.readString()).isEqualTo(value);
        in.expectEnd();
    }

    @Test
    void bytesThatAreNoUtf8AreMalformed() {
        assertThatThrownBy(() -> in("05ff").readString())
                .isInstanceOf(MalformedBytesException.class)
                .hasMessage("malformed bytes at offset 1 of 2: expected a string in UTF-8, found other bytes");
    }

    @Test
    void theErrorNamesTheOffsetAndWhatWasExpected() {
        assertThatThrownBy(() -> in("0102030405").readLong())
                .hasMessage("malformed bytes at offset 0 of 5: expected a long, found 5 bytes before the end");
        assertThatThrownBy(() -> in("02").readBoolean())
                .hasMessage("malformed bytes at offset 0 of 1: expected a boolean, 0 or 1, found byte 2");
        assertThatThrownBy(() -> in("01").expectEnd()).hasMessage("expected the end at offset 0, but 1 bytes follow");
    }

    @Test
    void aLengthBeyondTheEndIsRefusedBeforeAnythingIsAllocated() {
        var out = new BytesOut();
        out.writeVarInt(Integer.MAX_VALUE);
        assertThatThrownBy(() -> new BytesIn(out.toBytes()).readBytes()).isInstanceOf(MalformedBytesException.class);
        assertThatThrownBy(() -> new BytesIn(out.toBytes()).readString()).isInstanceOf(MalformedBytesException.class);
        assertThatThrownBy(() -> new BytesIn(out.toBytes()).readCount(1)).isInstanceOf(MalformedBytesException.class);
    }

    @Property
    void anyBytesAreAValueOrMalformed(@ForAll byte[] bytes) {
        Stream<Function<BytesIn, Object>> readers = Stream.of(
                BytesIn::readBoolean,
                BytesIn::readByte,
                BytesIn::readInt,
                BytesIn::readLong,
                BytesIn::readDouble,
                BytesIn::readVarInt,
                BytesIn::readVarLong,
                BytesIn::readZigZag,
                BytesIn::readString,
                BytesIn::readBytes,
                in -> in.readCount(3),
                in -> in.part(in.readVarInt()).remaining());
        readers.forEach(reader -> {
            var in = new BytesIn(bytes);
            try {
                while (in.remaining() > 0) {
                    assertThat(reader.apply(in)).isNotNull();
                }
            } catch (MalformedBytesException e) {
                assertThat(e).hasMessageContaining("offset");
            }
        });
    }

    @Test
    void aPartEndsWhereItShould() {
        var in = in("0102030405");
        BytesIn part = in.part(2);
        assertThat(part.readByte()).isEqualTo((byte) 1);
        assertThat(part.remaining()).isEqualTo(1);
        assertThatThrownBy(() -> part.skip(2)).isInstanceOf(MalformedBytesException.class);
        assertThat(in.offset()).isEqualTo(2);
    }

    @Test
    void anotherFormatIsRecognised() {
        var tag = new FormatTag("StXx", "example", 1);
        assertThatThrownBy(() -> tag.read(in("00112233")))
                .hasMessage("these bytes are no example: expected 'StXx' at their start, found byte 0 at offset 0");
    }

    @Test
    void aNewerFormatIsRefusedByName() {
        var out = new BytesOut();
        new FormatTag("StXx", "example", 7).write(out);
        assertThatThrownBy(() -> new FormatTag("StXx", "example", 1).read(new BytesIn(out.toBytes())))
                .isInstanceOf(StaunchException.class)
                .isNotInstanceOf(MalformedBytesException.class)
                .hasMessageContaining("was written by a newer Staunch, format 7; this one reads up to 1");
    }

    private static BytesIn in(String hex) {
        return new BytesIn(HexFormat.of().parseHex(hex));
    }

    private static String hex(Consumer<BytesOut> writer) {
        var out = new BytesOut();
        writer.accept(out);
        return HexFormat.of().formatHex(out.toBytes());
    }
}

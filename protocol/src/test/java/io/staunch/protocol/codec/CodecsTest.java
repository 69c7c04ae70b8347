package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.ConfigurationException;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.Depth;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.Samples.Arrays;
import io.staunch.protocol.codec.Samples.Color;
import io.staunch.protocol.codec.Samples.Empty;
import io.staunch.protocol.codec.Samples.Failed;
import io.staunch.protocol.codec.Samples.Ok;
import io.staunch.protocol.codec.Samples.Outcome;
import io.staunch.protocol.codec.Samples.Oval;
import io.staunch.protocol.codec.Samples.Positive;
import io.staunch.protocol.codec.Samples.Primitives;
import io.staunch.protocol.codec.Samples.Shape;
import io.staunch.protocol.codec.Samples.Square;
import io.staunch.protocol.codec.Samples.Tree;
import io.staunch.protocol.keys.KeyHash;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodecsTest {
    private static <T> byte[] bytes(Class<T> type, T value) {
        var out = new BytesOut();
        Codecs.of(type).write(out, value);
        return out.toBytes();
    }

    private static <T> T read(Class<T> type, byte[] bytes) {
        var in = new BytesIn(bytes);
        T value = Codecs.of(type).read(in);
        in.expectEnd();
        return value;
    }

    private static <T> void comesBack(Class<T> type, T value) {
        assertThat(read(type, bytes(type, value))).isEqualTo(value);
    }

    @Test
    void aRecordIsWrittenAsItAlwaysWas() {
        record Order(
                long id, @Nullable String customer, BigDecimal price, Optional<Color> color, List<Integer> lines) {}
        var order = new Order(7, null, new BigDecimal("12.50"), Optional.of(Color.GREEN), List.of(1, -1));
        assertThat(HexFormat.of().formatHex(bytes(Order.class, order)))
                .isEqualTo(
                        "1d" // 7
                                + "00" // null
                                + "01" + "09" + "0504e2" // scale 2, two bytes, 1250
                                + "01" + "01" + "15" + "475245454e" // GREEN
                                + "01" + "05" + "0105" + "0103"); // two elements: 1, -1
    }

    @Test
    void localAndPrivateRecordsAreReached() {
        record Local(int a, Private b) {}
        comesBack(Local.class, new Local(1, new Private("x")));
    }

    private record Private(String a) {}

    @Test
    void valuesOnTheirOwnComeBack() {
        comesBack(String.class, "x");
        comesBack(Long.class, -5L);
        comesBack(Instant.class, Instant.MAX);
        comesBack(Instant.class, Instant.MIN);
        comesBack(Color.class, Color.GREEN);
        comesBack(Empty.class, new Empty());
        comesBack(Shape.class, new Square(2, new Oval(1, 2)));
        assertThat(read(byte[].class, bytes(byte[].class, new byte[] {1, 2}))).containsExactly(1, 2);
    }

    @Test
    void floatingPointNumbersComeBackBitByBit() {
        double oddNan = Double.longBitsToDouble(0x7ff8000000000123L);
        var value = new Primitives(true, (byte) 0, (short) 0, 'x', 0, 0, -0.0f, oddNan);
        Primitives read = read(Primitives.class, bytes(Primitives.class, value));
        assertThat(Double.doubleToRawLongBits(read.f64())).isEqualTo(0x7ff8000000000123L);
        assertThat(Float.floatToRawIntBits(read.f32())).isEqualTo(Float.floatToRawIntBits(-0.0f));
    }

    @Test
    void arraysComeBack() {
        var value = new Arrays(
                new byte[] {1},
                new long[] {Long.MIN_VALUE, 0},
                new int[] {3},
                new double[] {0.5},
                new boolean[] {true, false},
                new String[][] {{"a", null}, {}});
        assertThat(read(Arrays.class, bytes(Arrays.class, value)))
                .usingRecursiveComparison()
                .isEqualTo(value);
    }

    @Test
    void typeArgumentsReachThePermittedTypesOfASealedInterface() {
        comesBack(Outcome.class, new Outcome(new Ok<>(List.of(1L, 2L))));
        comesBack(Outcome.class, new Outcome(new Failed<>("why")));
    }

    record Generics(List<Map<String, Long>> maps) {}

    @Test
    void aGenericTypeHasACodecToo() throws NoSuchFieldException {
        var type = Generics.class.getDeclaredField("maps").getGenericType();
        @SuppressWarnings("unchecked") // of that type
        var codec = (Codec<Object>) Codecs.of(type);
        var out = new BytesOut();
        codec.write(out, List.of(Map.of("a", 1L)));
        assertThat(codec.read(new BytesIn(out.toBytes()))).isEqualTo(List.of(Map.of("a", 1L)));
    }

    @Test
    void aRecordWithManyComponentsKeepsTheirOrder() {
        record Wide(
                int a,
                long b,
                String c,
                double d,
                byte e,
                char f,
                int g,
                long h,
                String i,
                double j,
                byte k,
                char l,
                int m,
                long n,
                String o,
                double p,
                byte q,
                char r,
                int s,
                long t,
                String u,
                double v,
                byte w,
                char x) {}
        comesBack(
                Wide.class,
                new Wide(
                        1, 2, "3", 4, (byte) 5, '6', 7, 8, "9", 10, (byte) 11, 'c', 13, 14, "15", 16, (byte) 17, 'r',
                        19, 20, "21", 22, (byte) 23, 'x'));
    }

    private static Tree chain(int length) {
        Tree tree = new Tree("", List.of(), null);
        for (int i = 1; i < length; i++) {
            tree = new Tree("", List.of(), tree);
        }
        return tree;
    }

    @Test
    void valuesOfRecursiveTypesMayBeDeep() {
        Tree deep = chain(Depth.LIMIT);
        byte[] bytes = bytes(Tree.class, deep);
        assertThat(bytes(Tree.class, read(Tree.class, bytes))).isEqualTo(bytes);
    }

    @Test
    void valuesOfRecursiveTypesMayNotOverflowTheStack() {
        assertThatThrownBy(() -> bytes(Tree.class, chain(Depth.LIMIT + 2)))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("keep long chains in a List");
        // A twin, and a twin, and a twin: name "", no children, one more.
        byte[] endless = HexFormat.of().parseHex("0101" + "0101" + "01").clone();
        byte[] all = new byte[endless.length * 100_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = endless[i % endless.length];
        }
        assertThatThrownBy(() -> read(Tree.class, all))
                .isInstanceOf(MalformedBytesException.class)
                .hasMessageContaining("levels");
    }

    @Test
    void aConstructorThatRefusesWhatWasReadIsNamedWithWhatToDoAndWithoutItsTextWhichMayQuoteTheValue() {
        assertThatThrownBy(() -> read(Positive.class, new byte[] {1}))
                .isInstanceOf(MalformedBytesException.class)
                .hasMessage("malformed bytes before offset 1, or a constructor that has changed: "
                        + Positive.class.getName()
                        + " can't be made of what was read, which threw java.lang.IllegalArgumentException. If the"
                        + " constructor threw it, let it take what was written before it changed, or replace it")
                .hasRootCauseMessage("not positive");
    }

    record Word(String text) {}

    record Lowered(String text) {
        Lowered {
            text = text.toLowerCase(java.util.Locale.ROOT);
        }
    }

    record Words(java.util.Set<Word> words) {}

    record LoweredWords(java.util.Set<Lowered> words) {}

    @Test
    void keysThatAChangedConstructorMakesEqualAreAnErrorThatSaysSo() {
        var out = new BytesOut();
        Codecs.of(Words.class).write(out, new Words(java.util.Set.of(new Word("a"), new Word("A"))));
        assertThatThrownBy(() -> read(LoweredWords.class, out.toBytes()))
                .isInstanceOf(MalformedBytesException.class)
                .hasMessageContaining(
                        "if its class now makes equal what was not, by its constructor or equals, undo that");
    }

    @Test
    void anUnknownConstantIsNamed() {
        var out = new BytesOut();
        out.writeString("BLUE");
        assertThatThrownBy(() -> read(Color.class, out.toBytes()))
                .isInstanceOf(MalformedBytesException.class)
                .hasMessageContaining("expected a constant of " + Color.class.getName() + ", found 'BLUE'");
    }

    @Test
    void allUnsupportedPartsAreListedByPath() {
        record Item(Currency currency) {}
        record Order(List<Item> items, Object any, Map<String, List<?>> unknown, java.util.ArrayList<String> list) {}
        assertThatThrownBy(() -> Codecs.of(Order.class))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "Order.items[].currency: java.util.Currency is not supported; use String (its code)")
                .hasMessageContaining("Order.any: java.lang.Object is not supported; use a type that says what it is")
                .hasMessageContaining("Order.unknown{}[]: java.lang.Object is not supported")
                .hasMessageContaining("Order.list: java.util.ArrayList is not supported; use List");
    }

    static class Counter {
        int count;
    }

    /** Compiled here, since it would be longer in source than all the rest. */
    private static Class<?> recordOfDoubles(int components, Path folder) throws Exception {
        String name = "Wide" + components;
        String parts =
                IntStream.range(0, components).mapToObj(i -> "double f" + i).collect(Collectors.joining(", "));
        Path source = Files.writeString(folder.resolve(name + ".java"), "record " + name + "(" + parts + ") {}");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            return loader.loadClass(name);
        }
    }

    @Test
    void aRecordThatIsTooWideForTheJvmIsRefusedWithAWayOut(@TempDir Path folder) throws Exception {
        assertThat(Codecs.of(recordOfDoubles(126, folder))).isNotNull();
        Class<?> tooWide = recordOfDoubles(127, folder);
        assertThatThrownBy(() -> Codecs.of(tooWide))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "Wide127: Wide127 has components for 254 slots (long and double take two),"
                                                + " and 252 is the most: put some of them into a record of their own"));
    }

    @Test
    void aMutableClassIsRefusedWithAWayOut() {
        assertThatThrownBy(() -> Codecs.of(Counter.class))
                .hasMessageContaining("Counter is not supported; use a record with the same fields");
    }

    record Grow<T>(T value, @Nullable Grow<List<T>> next) {}

    record Grown(Grow<String> grow) {}

    record Bush<T>(@Nullable Bush<Map<T, T>> left, @Nullable Bush<Optional<T>> right) {}

    record Bushes(Bush<String> bush) {}

    @Test
    void aTypeWithoutAnEndIsRefused() {
        assertThatThrownBy(() -> Codecs.of(Grown.class))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(Grow.class.getName()
                                        + " contains itself with type arguments that grow, so that there is no end of types:"
                                        + " let it contain itself with the arguments that it has"));
        assertThatThrownBy(() -> Codecs.of(Bushes.class)).hasMessageContaining("type arguments that grow");
        assertThatThrownBy(() -> KeyHash.hasher(Grown.class))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("contains itself with type arguments that grow");
    }

    @Test
    void aRawContainerIsRefused() {
        assertThatThrownBy(() -> Codecs.of(List.class)).hasMessageContaining("List does not say of what");
    }

    record Box<T>(T content) {}

    @Test
    void anUnboundTypeVariableIsRefused() {
        assertThatThrownBy(() -> Codecs.of(Box.class)).hasMessageContaining("Box.content: its type is a type variable");
    }

    sealed interface Open permits Any {}

    static final class Any implements Open {}

    @Test
    void aSealedInterfaceOfOtherClassesIsRefused() {
        assertThatThrownBy(() -> Codecs.of(Open.class)).hasMessageContaining("make it a record or an enum");
    }
}

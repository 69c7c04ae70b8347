package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Conversion.Use;
import io.staunch.state.Formerly;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Whatever an older version of a class has written is read as what the newer one makes of it, field by field. */
class ConversionProperties {
    /** The classes as they were. */
    interface Was {
        enum Status {
            OPEN,
            PAID,
            VOID
        }

        record Line(
                String item,
                int count,
                @Nullable Float weight,
                @Nullable Status status,
                @Nullable String gone) {}

        record Tree(short n, List<Tree> children, Map<Integer, Line> dropped) {}

        sealed interface Event permits Opened, Paid, Nothing {}

        record Opened(byte level) implements Event {}

        record Paid(@Nullable Line line) implements Event {}

        enum Nothing implements Event {
            NOTHING
        }

        record Order(
                long id,
                char letter,
                @Nullable String note,
                List<@Nullable Line> lines,
                Map<Short, Line> byNumber,
                Set<Integer> set,
                int[] counts,
                byte[] bytes,
                Line[] array,
                Optional<Line> maybe,
                Event event,
                Tree tree) {}
    }

    /** The same classes as they are. */
    interface Is {
        enum Status {
            NEW,
            @Formerly({"PAID", "OLD"})
            SETTLED,
            VOID,
            OPEN
        }

        record Line(
                boolean marked,
                @Nullable Status status,
                @Formerly("count") @Nullable Long quantity,
                @Nullable Double weight,
                List<String> tags,
                String item,
                @Nullable BigDecimal price) {}

        record Tree(List<Tree> children, int n) {}

        sealed interface Event permits Unused, Paid, Begun, Nothing {}

        record Unused() implements Event {}

        @Formerly("Opened")
        record Begun(int level) implements Event {}

        record Paid(@Nullable Line line) implements Event {}

        enum Nothing implements Event {
            NOTHING
        }

        record Order(
                Tree tree,
                Event event,
                Optional<Line> maybe,
                Line[] array,
                short[] bytes,
                long[] counts,
                Set<Long> set,
                Map<Integer, Line> byNumber,
                List<@Nullable Line> lines,
                @Formerly({"remark", "note"}) @Nullable String comment,
                int letter,
                @Nullable Long id,
                Map<String, Line> added,
                Optional<String> hint) {}
    }

    /** Makes an old value and what it is to be read as. */
    private static final class Maker {
        private final Random random;

        Maker(long seed) {
            random = new Random(seed);
        }

        private boolean some() {
            return random.nextInt(4) != 0;
        }

        Was.@Nullable Line line() {
            return some()
                    ? new Was.Line(
                            "item" + random.nextInt(),
                            random.nextInt(),
                            some() ? random.nextFloat() : null,
                            some() ? Was.Status.values()[random.nextInt(3)] : null,
                            some() ? "gone" : null)
                    : null;
        }

        Was.Line certainLine() {
            Was.Line line = line();
            return line == null ? certainLine() : line;
        }

        Was.Tree tree(int depth) {
            List<Was.Tree> children = new ArrayList<>();
            for (int i = depth == 0 ? 0 : random.nextInt(3); i > 0; i--) {
                children.add(tree(depth - 1));
            }
            return new Was.Tree((short) random.nextInt(), children, Map.of(random.nextInt(), certainLine()));
        }

        Was.Event event() {
            return switch (random.nextInt(3)) {
                case 0 -> new Was.Opened((byte) random.nextInt());
                case 1 -> new Was.Paid(line());
                default -> Was.Nothing.NOTHING;
            };
        }

        Was.Order order() {
            List<Was.@Nullable Line> lines = new ArrayList<>();
            Map<Short, Was.Line> byNumber = new LinkedHashMap<>();
            Set<Integer> set = new LinkedHashSet<>();
            Was.Line[] array = new Was.Line[random.nextInt(3)];
            for (int i = 0; i < array.length; i++) {
                lines.add(line());
                byNumber.put((short) random.nextInt(), certainLine());
                set.add(random.nextInt());
                array[i] = certainLine();
            }
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            return new Was.Order(
                    random.nextLong(),
                    (char) random.nextInt(),
                    some() ? "note" + random.nextInt() : null,
                    lines,
                    byNumber,
                    set,
                    random.ints(array.length).toArray(),
                    bytes,
                    array,
                    Optional.ofNullable(line()),
                    event(),
                    tree(3));
        }
    }

    private static Is.@Nullable Line line(Was.@Nullable Line was) {
        if (was == null) {
            return null;
        }
        Is.Status status = was.status() == null
                ? null
                : switch (was.status()) {
                    case OPEN -> Is.Status.OPEN;
                    case PAID -> Is.Status.SETTLED;
                    case VOID -> Is.Status.VOID;
                };
        Double weight = was.weight() == null ? null : (double) was.weight();
        return new Is.Line(false, status, (long) was.count(), weight, List.of(), was.item(), null);
    }

    private static Is.Tree tree(Was.Tree was) {
        return new Is.Tree(
                was.children().stream().map(ConversionProperties::tree).toList(), was.n());
    }

    private static Is.Event event(Was.Event was) {
        if (was instanceof Was.Opened opened) {
            return new Is.Begun(opened.level());
        }
        return was instanceof Was.Paid paid ? new Is.Paid(line(paid.line())) : Is.Nothing.NOTHING;
    }

    private static void assertConverted(Was.Order was, Is.Order is) {
        List<Is.@Nullable Line> lines = new ArrayList<>();
        was.lines().forEach(each -> lines.add(line(each)));
        Map<Integer, Is.@Nullable Line> byNumber = new LinkedHashMap<>();
        was.byNumber().forEach((number, each) -> byNumber.put((int) number, line(each)));
        assertThat(is.tree()).isEqualTo(tree(was.tree()));
        assertThat(is.event()).isEqualTo(event(was.event()));
        assertThat(is.maybe()).isEqualTo(was.maybe().map(ConversionProperties::line));
        assertThat(is.array()).hasSize(was.array().length);
        for (int i = 0; i < is.array().length; i++) {
            assertThat(is.array()[i]).isEqualTo(line(was.array()[i]));
        }
        assertThat(is.bytes()).hasSize(was.bytes().length);
        for (int i = 0; i < is.bytes().length; i++) {
            assertThat(is.bytes()[i]).isEqualTo((short) was.bytes()[i]);
        }
        assertThat(is.counts())
                .isEqualTo(java.util.Arrays.stream(was.counts()).asLongStream().toArray());
        assertThat(is.set())
                .containsExactlyElementsOf(was.set().stream().map(Long::valueOf).toList());
        assertThat(is.byNumber()).isEqualTo(byNumber);
        assertThat(is.lines()).isEqualTo(lines);
        assertThat(is.comment()).isEqualTo(was.note());
        assertThat(is.letter()).isEqualTo(was.letter());
        assertThat(is.id()).isEqualTo(was.id());
        assertThat(is.added()).isEmpty();
        assertThat(is.hint()).isEmpty();
    }

    private static final Conversion ORDERS = Conversion.of(Schema.of(Was.Order.class), Is.Order.class, "o", Use.VALUE);

    private static byte[] bytes(Was.Order value) {
        var out = new BytesOut();
        Codecs.of(Was.Order.class).write(out, value);
        return out.toBytes();
    }

    @Property
    void everyOldValueIsReadAsTheNewClassesMakeOfIt(@ForAll long seed) {
        assertThat(ORDERS.refused()).isEmpty();
        Was.Order was = new Maker(seed).order();
        var in = new BytesIn(bytes(was));
        assertConverted(was, (Is.Order) ORDERS.reader().read(in));
        in.expectEnd();
    }

    @Property
    void everyOldValueIsPassedOverByItsSchemaAlone(@ForAll long seed) {
        var in = new BytesIn(bytes(new Maker(seed).order()));
        Conversion.passingOver(Schema.parse(Schema.of(Was.Order.class).text())).read(in);
        in.expectEnd();
        var everything = CodecProperties.Everything.of(seed);
        var out = new BytesOut();
        Codecs.of(CodecProperties.Everything.class).write(out, everything);
        in = new BytesIn(out.toBytes());
        Conversion.passingOver(Schema.of(CodecProperties.Everything.class)).read(in);
        in.expectEnd();
    }

    @Property
    void whatHasNotChangedIsReadByItsOwnCodec(@ForAll long seed) {
        Type same = CodecProperties.Everything.class;
        Conversion conversion = Conversion.of(Schema.parse(Schema.of(same).text()), same, "e", Use.VALUE);
        assertThat(conversion.changes()).isEmpty();
        assertThat(conversion.reader()).isSameAs(Codecs.of(same));
        var out = new BytesOut();
        var value = CodecProperties.Everything.of(seed);
        Codecs.of(CodecProperties.Everything.class).write(out, value);
        assertThat(conversion.reader().read(new BytesIn(out.toBytes()))).isEqualTo(value);
    }

    @Property(tries = 50)
    void damagedBytesAreAValueOrAnError(@ForAll long seed) {
        byte[] bytes = bytes(new Maker(seed).order());
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                assertThat(ORDERS.reader().read(new BytesIn(damaged))).isInstanceOf(Is.Order.class);
            } catch (io.staunch.error.StaunchException e) {
                assertThat(e).hasMessageMatching("(?s).*(offset|older version).*");
            }
        }
    }
}

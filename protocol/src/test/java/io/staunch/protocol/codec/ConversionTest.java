package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.ConfigurationException;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Conversion.Use;
import io.staunch.protocol.codec.ConversionProperties.Is;
import io.staunch.protocol.codec.ConversionProperties.Was;
import io.staunch.state.Formerly;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConversionTest {
    private static Conversion conversion(Class<?> was, Class<?> is) {
        return Conversion.of(Schema.of(was), is, "op.s", Use.VALUE);
    }

    private static <T> Object converted(Class<T> was, T value, Class<?> is) {
        Conversion conversion = conversion(was, is);
        assertThat(conversion.refused()).isEmpty();
        var out = new BytesOut();
        Codecs.of(was).write(out, value);
        var in = new BytesIn(out.toBytes());
        Object read = conversion.reader().read(in);
        in.expectEnd();
        return read;
    }

    @Test
    void everyChangeIsToldByFieldAndWhatIsLostByItsPath() {
        Conversion orders = conversion(Was.Order.class, Is.Order.class);
        assertThat(orders.changes())
                .contains(
                        "op.s.comment was named note",
                        "op.s had its fields in another order",
                        "op.s.letter was char and is read as int",
                        "op.s.lines[].quantity was named count",
                        "op.s.lines[].quantity was int and is read as Long",
                        "op.s.lines[].weight was Float and is read as Double",
                        "op.s.lines[].status: constant SETTLED was named PAID",
                        "op.s.lines[].marked is new and false in what was written before",
                        "op.s.lines[].tags is new and empty in what was written before",
                        "op.s.lines[].price is new and null in what was written before",
                        "op.s.byNumber{key} was Short and is read as Integer",
                        "op.s.set[] was Integer and is read as Long",
                        "op.s.counts[] was int and is read as long",
                        "op.s.bytes[] was byte and is read as short",
                        "op.s.event: permitted type Begun was named Opened",
                        "op.s.event(Begun).level was byte and is read as int",
                        "op.s.tree.n was short and is read as int");
        assertThat(orders.lost())
                .containsExactly(
                        "op.s.lines[].gone",
                        "op.s.byNumber{}.gone",
                        "op.s.array[].gone",
                        "op.s.maybe?.gone",
                        "op.s.event(Paid).line.gone",
                        "op.s.tree.dropped");
    }

    record Shares(int first, int... others) {}

    record NamedShares(int first, @Nullable String name, int... others) {}

    record Names(String... all) {}

    record MoreNames(boolean sorted, String... all) {}

    @Test
    void aRecordWhoseLastComponentIsOfVariableArityIsReadLikeOneWithAnArray() {
        var shares = (NamedShares) converted(Shares.class, new Shares(1, 2, 3), NamedShares.class);
        assertThat(shares.name()).isNull();
        assertThat(shares.others()).containsExactly(2, 3);
        var names = (MoreNames) converted(Names.class, new Names("a", "b"), MoreNames.class);
        assertThat(names.all()).containsExactly("a", "b");
    }

    record Numbers(byte a, short b, char c, int d, float e, int f, long g) {}

    record Wider(
            short a,
            long b,
            long c,
            double d,
            double e,
            Long f,
            @Nullable Long g) {}

    @Test
    void numbersKeepTheirValuesExactly() {
        assertThat(converted(
                        Numbers.class,
                        new Numbers((byte) -1, Short.MIN_VALUE, '\uffff', Integer.MIN_VALUE, 0.1f, 7, Long.MIN_VALUE),
                        Wider.class))
                .isEqualTo(new Wider((short) -1, Short.MIN_VALUE, 0xffff, Integer.MIN_VALUE, 0.1f, 7L, Long.MIN_VALUE));
        assertThat(converted(Integer.class, 7, Long.class)).isEqualTo(7L);
        assertThat(converted(Long.class, 7L, long.class)).isEqualTo(7L);
    }

    record Narrower(byte a, byte b, short c, float d, float e, short f, double g) {}

    record Others(String a, char b, boolean c, Integer d, BigDecimal e, List<Integer> f, Long[] g) {}

    @Test
    void whatCouldChangeANumberIsRefused() {
        assertThat(conversion(Numbers.class, Narrower.class).refused())
                .containsExactly(
                        "op.s.b was short and is now byte, which it can't be read as",
                        "op.s.c was char and is now short, which it can't be read as",
                        "op.s.d was int and is now float, which it can't be read as",
                        "op.s.f was int and is now short, which it can't be read as",
                        "op.s.g was long and is now double, which it can't be read as");
        assertThat(conversion(Numbers.class, Others.class).refused()).hasSize(6);
    }

    record Containers(List<String> a, Set<String> b, Map<String, Integer> c, Is.Status d, Is.Line e, Is.Event f) {}

    record OtherContainers(Set<String> a, List<String> b, List<Integer> c, Is.Line d, Is.Event e, Is.Line f) {}

    @Test
    void anotherKindOfTypeIsRefused() {
        List<String> refused =
                conversion(Containers.class, OtherContainers.class).refused();
        assertThat(refused).hasSize(6);
        assertThat(refused.get(0))
                .isEqualTo("op.s.a was List<String> and is now Set<String>, which it can't be read as");
        assertThat(refused.get(3))
                .isEqualTo("op.s.d was enum " + Is.Status.class.getName() + " and is now record "
                        + Is.Line.class.getName() + ", which it can't be read as");
    }

    record Point(int x, int y) {}

    record Flat(int x) {}

    record ByPoint(Map<Point, Point> map, Set<Point> set) {}

    record ByFlat(Map<Flat, Flat> map, Set<Flat> set) {}

    @Test
    void whatTellsKeysOfAMapOrElementsOfASetApartMayNotGo() {
        Conversion conversion = conversion(ByPoint.class, ByFlat.class);
        assertThat(conversion.lost()).containsExactly("op.s.map{}.y");
        assertThat(conversion.refused())
                .hasSize(2)
                .allMatch(refused -> refused.contains("without it two could become one"))
                .anyMatch(refused -> refused.startsWith("op.s.map{key}.y is gone"))
                .anyMatch(refused -> refused.startsWith("op.s.set[].y is gone"));
    }

    enum Merged {
        @Formerly({"OPEN", "PAID"})
        GONE,
        VOID
    }

    record ByStatus(Map<Was.Status, Was.Status> map) {}

    record ByMerged(Map<Merged, Merged> map) {}

    @Test
    void constantsMayBecomeOneExceptWhereTheyTellKeysApart() {
        assertThat(converted(Was.Status.class, Was.Status.OPEN, Merged.class)).isEqualTo(Merged.GONE);
        assertThat(converted(Was.Status.class, Was.Status.PAID, Merged.class)).isEqualTo(Merged.GONE);
        assertThat(conversion(ByStatus.class, ByMerged.class).refused())
                .containsExactly("op.s.map{key}: what keys or elements of a set are told apart by may not become one:"
                        + " @Formerly may name one former name here");
    }

    enum Reused {
        @Formerly("PAID")
        SETTLED,
        OPEN,
        PAID,
        VOID
    }

    enum ReusedLater {
        @Formerly("PAID")
        SETTLED,
        PAID,
        OPEN,
        VOID,
        MORE
    }

    @Test
    void anOldNameThatIsInUseAgainIsRefusedUntilTheNewOneIsWritten() {
        assertThat(conversion(Was.Status.class, Reused.class).refused())
                .containsExactly("op.s: 'SETTLED' and 'PAID' both may be what was 'PAID': change @Formerly so that one"
                        + " name is left");
        assertThat(converted(Reused.class, Reused.PAID, ReusedLater.class)).isEqualTo(ReusedLater.PAID);
        assertThat(converted(Reused.class, Reused.SETTLED, ReusedLater.class)).isEqualTo(ReusedLater.SETTLED);
    }

    record Pairs(Samples.Pair<Integer, String> pair, Samples.Result<List<Integer>> result) {}

    record WiderPairs(Samples.Result<List<Long>> result, Samples.Pair<Long, String> pair) {}

    @Test
    void argumentsOfGenericTypesMayChange() {
        assertThat(converted(
                        Pairs.class,
                        new Pairs(new Samples.Pair<>(1, "a"), new Samples.Ok<>(List.of(2, 3))),
                        WiderPairs.class))
                .isEqualTo(new WiderPairs(new Samples.Ok<>(List.of(2L, 3L)), new Samples.Pair<>(1L, "a")));
    }

    enum Few {
        OPEN
    }

    sealed interface FewEvents permits Paid {}

    record Paid(@Nullable String line) implements FewEvents {}

    sealed interface Events permits Opened, Closed {}

    record Opened(int at) implements Events {}

    record Closed(int at) implements Events {}

    sealed interface LessEvents permits Still {}

    @Formerly("Opened")
    record Still(int at) implements LessEvents {}

    @Test
    void aConstantOrTypeThatIsGoneIsAnErrorOnlyWhereAValueHasIt() {
        assertThat(conversion(Was.Status.class, Few.class).changes())
                .containsExactly(
                        "op.s: constant PAID is gone: if a value has it, the start fails",
                        "op.s: constant VOID is gone: if a value has it, the start fails");
        assertThat(converted(Was.Status.class, Was.Status.OPEN, Few.class)).isEqualTo(Few.OPEN);
        assertThatThrownBy(() -> converted(Was.Status.class, Was.Status.PAID, Few.class))
                .isInstanceOf(StaunchException.class)
                .hasMessage("op.s: the checkpoint has a value PAID, which can't be any more: keep it, or name it in"
                        + " @Formerly of what stands for it now");
        assertThat(converted(Events.class, new Opened(3), LessEvents.class)).isEqualTo(new Still(3));
        assertThatThrownBy(() -> converted(Events.class, new Closed(3), LessEvents.class))
                .hasMessageStartingWith("op.s: the checkpoint has a value Closed, which can't be any more");
    }

    record Boxed(@Nullable Integer n) {}

    record Unboxed(long n) {}

    @Test
    void whatWasNullAndCanBeNoMoreIsAnErrorOnlyWhereItIsNull() {
        assertThat(conversion(Boxed.class, Unboxed.class).changes())
                .contains("op.s.n can't be null any more: if one is, the start fails");
        assertThat(converted(Boxed.class, new Boxed(5), Unboxed.class)).isEqualTo(new Unboxed(5));
        assertThatThrownBy(() -> converted(Boxed.class, new Boxed(null), Unboxed.class))
                .hasMessageStartingWith("op.s.n: the checkpoint has a value null");
    }

    record Old(int a, int b) {}

    record Twice(@Formerly("a") int c, @Formerly("a") int d, int b) {}

    record Both(@Formerly({"a", "b"}) int c) {}

    record Kept(int b, @Formerly("a") int c, @Formerly("b") int d) {}

    @Test
    void aNameThatTwoMayHaveIsRefused() {
        assertThat(conversion(Old.class, Twice.class).refused())
                .containsExactly(
                        "op.s: 'c' and 'd' both may be what was 'a': change @Formerly so that one name is left");
        assertThat(conversion(Old.class, Both.class).refused())
                .containsExactly("op.s: 'c' has more than one of its former names [a, b] in the checkpoint: change"
                        + " @Formerly so that one name is left");
        assertThat(conversion(Old.class, Kept.class).refused())
                .containsExactly(
                        "op.s: 'b' and 'd' both may be what was 'b': change @Formerly so that one name is left");
    }

    record Swapped(@Formerly("b") int a, @Formerly("a") int b) {}

    record Rotated(
            @Formerly("b") int a,
            @Formerly("c") int b,
            @Formerly({"z", "a"}) int c,
            int d) {}

    enum SwappedConstants {
        @Formerly("B")
        A,
        @Formerly("A")
        B
    }

    sealed interface SwappedTypes {}

    @Formerly("Two")
    record One() implements SwappedTypes {}

    @Formerly("One")
    record Two() implements SwappedTypes {}

    record Inside(List<SwappedConstants> constants, SwappedTypes types) {}

    private static String circle(String path, String name, Class<?> type) {
        return path + ": by their @Formerly '" + name + "' and others of " + type.getName()
                + " have changed names in a circle, so that it can't be seen whether a checkpoint is from before or after"
                + " that: give them names that none of them had";
    }

    /** Before and after it the same names are written, so the values would silently change places, or not. */
    @Test
    void namesThatChangePlacesAreRefused() {
        assertThatThrownBy(() -> conversion(Twice.class, Swapped.class))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems()).containsExactly(circle("Swapped", "a", Swapped.class)));
        assertThatThrownBy(() -> Codecs.of(Rotated.class)).hasMessageContaining(circle("Rotated", "a", Rotated.class));
        assertThatThrownBy(() -> Codecs.of(Inside.class))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        circle("Inside.constants[]", "A", SwappedConstants.class),
                                        circle("Inside.types", "One", SwappedTypes.class)));
    }

    record BackAgain(
            @Formerly({"a", "b"}) int a, @Formerly("a") int c) {}

    @Test
    void aNameThatHasComeBackIsNoCircle() {
        assertThat(Codecs.of(BackAgain.class)).isNotNull();
    }

    record Newer(@Formerly("a") int b, int c) {}

    record NewerAgain(@Formerly("a") int b, int c, int a) {}

    @Test
    void aNameThatIsWrittenAlreadyStandsForItself() {
        assertThat(converted(Newer.class, new Newer(1, 2), NewerAgain.class)).isEqualTo(new NewerAgain(1, 2, 0));
        assertThat(conversion(Old.class, Newer.class).lost()).containsExactly("op.s.a");
    }

    record Nothing() {}

    record Something(int n, int[] array) {}

    @Test
    void aRecordMayGetItsFirstComponentOrLoseItsLast() {
        assertThat(converted(Nothing.class, new Nothing(), Something.class))
                .usingRecursiveComparison()
                .isEqualTo(new Something(0, new int[0]));
        assertThat(converted(Something.class, new Something(1, new int[3]), Nothing.class))
                .isEqualTo(new Nothing());
    }

    record Strict(int a, int b, String name) {
        Strict {
            Objects.requireNonNull(name);
        }
    }

    record Lenient(int a, int b, String name) {
        Lenient {
            name = name == null ? "unnamed" : name;
        }
    }

    @Test
    void theConstructorMayReplaceWhatWasNotWrittenAndSaysSoIfItCantTakeIt() {
        assertThat(converted(Old.class, new Old(1, 2), Lenient.class)).isEqualTo(new Lenient(1, 2, "unnamed"));
        assertThatThrownBy(() -> converted(Old.class, new Old(1, 2), Strict.class))
                .isInstanceOf(StaunchException.class)
                .hasMessage("op.s: " + Strict.class.getName() + " can't be made of what an older version of it has"
                        + " written, with name = null: its constructor threw java.lang.NullPointerException; let the"
                        + " constructor take such values, or replace them");
    }

    @Test
    void whatIsAddedToEachValueIsItsOwn() {
        var first = (Is.Line) converted(Was.Line.class, new Was.Line("a", 1, null, null, null), Is.Line.class);
        first.tags().add("changed in place");
        var second = (Is.Line) converted(Was.Line.class, new Was.Line("a", 1, null, null, null), Is.Line.class);
        assertThat(second.tags()).isEmpty();
    }
}

package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.CodecProperties.Everything;
import io.staunch.protocol.codec.Samples.Shape;
import io.staunch.protocol.codec.Samples.Tree;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final String HERE = SchemaTest.class.getName() + "$";

    /** The schema of a made-up class Order. */
    private static Schema orders(String rest) {
        return Schema.parse("schema 1\na.Order\n" + rest);
    }

    private static List<String> differences(String stored, String current) {
        return Schema.compatible(orders(stored), orders(current));
    }

    record Line(String item, long[] counts) {}

    enum Status {
        OPEN,
        PAID
    }

    record Order(long id, List<Line> lines, Map<String, Status> states) {}

    @Test
    void theTextIsWhatItAlwaysWas() {
        assertThat(Schema.of(Order.class).text())
                .isEqualTo(("schema 1\n#Order\n"
                                + "record #Order(id long, lines List<#Line>, states Map<String, #Status>)\n"
                                + "record #Line(item String, counts long[])\n"
                                + "enum #Status(OPEN, PAID)\n")
                        .replace("#", HERE));
    }

    @Test
    void recursiveAndSealedTypesAreDescribedOnce() {
        assertThat(Schema.of(Tree.class).definitions()).hasSize(1);
        assertThat(Schema.of(Shape.class).text())
                .contains("sealed " + Shape.class.getName() + "(Circle ")
                .contains("enum " + Samples.Nothing.class.getName() + "(NOTHING)");
    }

    @Test
    void theTextIsParsedToAnEqualSchema() {
        for (Class<?> type : List.of(Everything.class, Order.class, long.class, String.class, byte[].class)) {
            Schema schema = Schema.of(type);
            assertThat(Schema.parse(schema.text())).isEqualTo(schema);
            assertThat(Schema.compatible(schema, schema)).isEmpty();
        }
    }

    @Test
    void changedFieldsAreListedByPath() {
        assertThat(differences(
                        "record a.Order(id long, line a.Line, fee double)\nrecord a.Line(price double, count int)\n",
                        "record a.Order(id long, line a.Line, note String)\nrecord a.Line(price long, count int)\n"))
                .containsExactly(
                        "Order.fee is gone", "Order.note is new", "Order.line.price was double and is now long");
    }

    @Test
    void anotherOrderOfFieldsIsADifference() {
        assertThat(differences("record a.Order(a int, b int)\n", "record a.Order(b int, a int)\n"))
                .containsExactly("Order: the fields were in the order [a, b] and are now in the order [b, a]");
    }

    @Test
    void elementsKeysAndValuesAreCompared() {
        assertThat(differences(
                        "record a.Order(a List<int>, b Map<String, long>, c Optional<int>, d int[])\n",
                        "record a.Order(a List<long>, b Map<UUID, int>, c Optional<long>, d long[])\n"))
                .containsExactly(
                        "Order.a[] was int and is now long",
                        "Order.b{key} was String and is now UUID",
                        "Order.b{} was long and is now int",
                        "Order.c? was int and is now long",
                        "Order.d[] was int and is now long");
    }

    @Test
    void aRenamedRecordIsTheSame() {
        var renamed = Schema.parse("schema 1\nb.Bestellung\nrecord b.Bestellung(id long)\n");
        assertThat(Schema.compatible(orders("record a.Order(id long)\n"), renamed))
                .isEmpty();
    }

    @Test
    void constantsAndPermittedTypesMayBeAddedButNotTaken() {
        String two = "record a.Order(s a.S, t a.T)\nenum a.S(A, B)\nsealed a.T(X a.X)\nrecord a.X()\n";
        String one =
                "record a.Order(s a.S, t a.T)\nenum a.S(A)\nsealed a.T(X a.X, Y a.Y)\nrecord a.X()\nrecord a.Y()\n";
        assertThat(differences(two, one)).containsExactly("Order.s: constant B is gone");
        assertThat(differences(one, two)).containsExactly("Order.t: permitted type Y is gone");
    }

    @Test
    void aBoxOnItsOwnIsWrittenAsThePrimitiveIsButNotInsideOfARecord() {
        assertThat(Schema.compatible(Schema.of(Long.class), Schema.of(long.class)))
                .isEmpty();
        assertThat(Schema.compatible(Schema.of(Long.class), Schema.of(int.class)))
                .containsExactly("int was long and is now int");
        assertThat(differences("record a.Order(a long)\n", "record a.Order(a Long)\n"))
                .containsExactly("Order.a was long and is now Long");
    }

    @Test
    void anotherKindOfTypeIsADifference() {
        assertThat(differences("record a.Order(s a.S)\nenum a.S(A)\n", "record a.Order(s String)\n"))
                .containsExactly("Order.s was enum a.S and is now String");
    }

    @Test
    void recursiveTypesAreCompared() {
        assertThat(differences("record a.Order(next a.Order, a int)\n", "record a.Order(next a.Order, a long)\n"))
                .containsExactly("Order.a was int and is now long");
    }

    @Test
    void aNewerFormatIsRefusedByName() {
        assertThatThrownBy(() -> Schema.parse("schema 2\nlong\n"))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("written by a newer Staunch, format 2; this one reads up to 1");
    }

    @Test
    void damagedTextIsMalformedWithItsPlace() {
        assertThatThrownBy(() -> Schema.parse("schema 1\nList<\n"))
                .isInstanceOf(MalformedBytesException.class)
                .hasMessage("malformed schema at char 14: expected a name, found '\\n'");
        assertThatThrownBy(() -> Schema.parse("schema 1\n" + "List<".repeat(100_000)))
                .isInstanceOf(MalformedBytesException.class);
        assertThatThrownBy(() -> Schema.parse("schema 1\nlong" + "[]".repeat(100_000) + "\n"))
                .isInstanceOf(MalformedBytesException.class);
    }

    @Property
    void textThatIsCutOffOrChangedIsASchemaOrAStaunchError(@ForAll int place, @ForAll char replacement) {
        String text = Schema.of(Everything.class).text();
        int at = Math.floorMod(place, text.length());
        for (String damaged :
                List.of(text.substring(0, at), text.substring(0, at) + replacement + text.substring(at + 1))) {
            try {
                Schema schema = Schema.parse(damaged);
                assertThat(Schema.parse(schema.text())).isEqualTo(schema);
            } catch (StaunchException e) {
                assertThat(e).hasMessageContaining("schema");
            }
        }
    }
}

package io.staunch.protocol.codec;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a type looks like in bytes: enough to compare a checkpoint's state with the program's, and to read it without the program.
 *
 * <p>As text (format 1), for example:
 *
 * <pre>
 * schema 1
 * List&lt;com.acme.Order&gt;
 * record com.acme.Order(id String, lines List&lt;com.acme.Line&gt;, status com.acme.Status)
 * record com.acme.Line(item String, price BigDecimal)
 * enum com.acme.Status(OPEN, PAID)
 * sealed com.acme.Event(Opened com.acme.Opened, Paid com.acme.Paid)
 * </pre>
 *
 * Names of supported library classes are simple ones, all others are binary names.
 *
 * @param root the type that is described
 * @param definitions of all records, enums and sealed interfaces that it is made of, each after its first use
 */
public record Schema(Term root, List<Definition> definitions) {
    /** The newest version of the text, and the one that is written. */
    public static final int FORMAT = 1;

    public Schema {
        Objects.requireNonNull(root, "root");
        definitions = List.copyOf(definitions);
    }

    /**
     * The use of a type.
     *
     * @param name {@code []} for an array
     * @param arguments of a generic type; the component type of an array
     */
    public record Term(String name, List<Term> arguments) {
        /** The name of arrays. */
        public static final String ARRAY = "[]";

        public Term {
            arguments = List.copyOf(arguments);
        }

        static Term of(String name, Term... arguments) {
            return new Term(name, List.of(arguments));
        }

        // Those of records are linked at run time, which would take 20 ms of the start.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Term that && name.equals(that.name) && arguments.equals(that.arguments);
        }

        @Override
        public int hashCode() {
            return name.hashCode() * 31 + arguments.hashCode();
        }

        @Override
        public String toString() {
            if (name.equals(ARRAY)) {
                return arguments.get(0) + ARRAY;
            }
            return arguments.isEmpty()
                    ? name
                    : name + "<"
                            + String.join(
                                    ", ", arguments.stream().map(Term::toString).toList()) + ">";
        }
    }

    /** What a definition defines. */
    public enum Kind {
        /** Members are the components, in the order in which they are written. */
        RECORD,
        /** Members are the constants, without types. */
        ENUM,
        /** Members are the permitted types under the names that are written before their values. */
        SEALED
    }

    /** A record, enum or sealed interface. */
    public record Definition(Kind kind, Term term, List<Member> members) {
        public Definition {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(term, "term");
            members = List.copyOf(members);
        }

        /** The members' names, in order. */
        public List<String> names() {
            return members.stream().map(Member::name).toList();
        }
    }

    /**
     * A part of a definition.
     *
     * @param type null for the constant of an enum
     */
    public record Member(String name, @Nullable Term type) {
        public Member {
            if (!SchemaText.isName(name)) {
                throw new IllegalArgumentException("'" + name + "' is no name that a schema can hold");
            }
        }
    }

    /**
     * The schema of a type for which there is a codec.
     *
     * @throws io.staunch.error.ConfigurationException as {@link Codecs#of}
     */
    public static Schema of(Type type) {
        SchemaOfType made = new SchemaOfType(type);
        made.checked();
        return made.schema();
    }

    /** @throws io.staunch.protocol.bytes.MalformedBytesException if the text is no schema */
    public static Schema parse(String text) {
        return new SchemaText(text).parse();
    }

    /** The text; equal for equal schemas. */
    public String text() {
        return SchemaText.write(this);
    }

    /** The definition of a type, or null if it is one of the library's. */
    public @Nullable Definition definition(Term term) {
        return byTerm().get(term);
    }

    /**
     * What keeps bytes of one schema from being read as another without conversion, each by path and in plain words; empty if nothing does.
     * Keys must be so; for values see {@link Conversion}.
     *
     * <p>The shapes must be equal: the same fields by name, type and order. Records, enums and sealed interfaces may be
     * renamed or move to other packages, except that a record's simple name counts where it is written to tell the permitted types of a
     * sealed interface apart. Constants may be added to enums, and permitted types to sealed interfaces.
     */
    public static List<String> compatible(Schema stored, Schema current) {
        return new SchemaComparison(stored, current).differences();
    }

    Map<Term, Definition> byTerm() {
        Map<Term, Definition> map = new LinkedHashMap<>();
        definitions.forEach(definition -> map.put(definition.term(), definition));
        return map;
    }

    @Override
    public String toString() {
        List<String> lines = new ArrayList<>(List.of(text().split("\n", -1)));
        return String.join("; ", lines.subList(1, lines.size() - 1));
    }
}

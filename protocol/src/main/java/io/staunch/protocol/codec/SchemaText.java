package io.staunch.protocol.codec;

import io.staunch.protocol.bytes.FormatTag;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Kind;
import io.staunch.protocol.codec.Schema.Member;
import io.staunch.protocol.codec.Schema.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Schemas as text: written, and parsed strictly. */
final class SchemaText {
    private static final FormatTag FORMAT = new FormatTag("schm", "schema", Schema.FORMAT);
    private static final int DEEPEST = 100;

    private final String text;
    private int at;

    SchemaText(String text) {
        this.text = text;
    }

    static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isNameChar(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isNameChar(int c) {
        return Character.isJavaIdentifierPart(c) || c == '.';
    }

    static String write(Schema schema) {
        var text = new StringBuilder("schema " + Schema.FORMAT + "\n" + schema.root() + "\n");
        for (Definition definition : schema.definitions()) {
            List<String> members = definition.members().stream()
                    .map(member -> member.type() == null ? member.name() : member.name() + " " + member.type())
                    .toList();
            text.append(definition.kind().name().toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(definition.term())
                    .append('(')
                    .append(String.join(", ", members))
                    .append(")\n");
        }
        return text.toString();
    }

    Schema parse() {
        expect("schema ");
        FORMAT.check(number());
        expect("\n");
        Term root = term(0);
        expect("\n");
        List<Definition> definitions = new ArrayList<>();
        while (at < text.length()) {
            definitions.add(definition());
            expect("\n");
        }
        var schema = new Schema(root, definitions);
        if (schema.byTerm().size() != definitions.size()) {
            throw malformed("each type to be defined once");
        }
        return schema;
    }

    private Definition definition() {
        Kind kind = kind();
        expect(" ");
        Term term = term(0);
        expect("(");
        List<Member> members = new ArrayList<>();
        if (!skip(")")) {
            do {
                members.add(member(kind));
            } while (skip(", "));
            expect(")");
        }
        return new Definition(kind, term, members);
    }

    private Kind kind() {
        for (Kind kind : Kind.values()) {
            if (skip(kind.name().toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw malformed("record, enum or sealed");
    }

    private Member member(Kind kind) {
        String name = name();
        if (kind == Kind.ENUM) {
            return new Member(name, null);
        }
        expect(" ");
        return new Member(name, term(0));
    }

    private Term term(int depth) {
        if (depth > DEEPEST) {
            throw malformed("a type of at most " + DEEPEST + " levels");
        }
        String name = name();
        List<Term> arguments = new ArrayList<>();
        if (skip("<")) {
            do {
                arguments.add(term(depth + 1));
            } while (skip(", "));
            expect(">");
        }
        Term term = new Term(name, arguments);
        for (int dimension = depth; skip(Term.ARRAY); dimension++) {
            if (dimension > DEEPEST) {
                throw malformed("an array of fewer dimensions");
            }
            term = Term.of(Term.ARRAY, term);
        }
        return term;
    }

    private String name() {
        int from = at;
        while (at < text.length() && isNameChar(text.charAt(at))) {
            at++;
        }
        return Optional.of(text.substring(from, at))
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> malformed("a name"));
    }

    private int number() {
        int from = at;
        while (at < text.length() && at - from < 9 && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (from == at) {
            throw malformed("a number");
        }
        return Integer.parseInt(text.substring(from, at));
    }

    private boolean skip(String expected) {
        if (!text.startsWith(expected, at)) {
            return false;
        }
        at += expected.length();
        return true;
    }

    private void expect(String expected) {
        if (!skip(expected)) {
            throw malformed("'" + expected.replace("\n", "\\n") + "'");
        }
    }

    private MalformedBytesException malformed(String expected) {
        String found = at < text.length()
                ? "'" + text.substring(at, Math.min(text.length(), at + 20)).replace("\n", "\\n") + "'"
                : "the end";
        return new MalformedBytesException(
                "malformed schema at char " + at + ": expected " + expected + ", found " + found);
    }
}

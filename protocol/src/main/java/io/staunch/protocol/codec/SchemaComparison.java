package io.staunch.protocol.codec;

import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Kind;
import io.staunch.protocol.codec.Schema.Member;
import io.staunch.protocol.codec.Schema.Term;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Walks two schemas side by side. */
final class SchemaComparison {
    private record Pair(Term stored, Term current) {}

    private final Schema stored;
    private final Schema current;
    private final Map<Term, Definition> storedByTerm;
    private final Map<Term, Definition> currentByTerm;
    private final Set<Pair> seen = new HashSet<>();
    private final List<String> differences = new ArrayList<>();

    SchemaComparison(Schema stored, Schema current) {
        this.stored = stored;
        this.current = current;
        this.storedByTerm = stored.byTerm();
        this.currentByTerm = current.byTerm();
    }

    List<String> differences() {
        // On its own a box is never null, and written as the primitive is.
        compare(unboxed(stored.root()), unboxed(current.root()), simple(current.root()));
        return List.copyOf(differences);
    }

    /** Whether values of the one type are read as the other one without conversion. Asked once. */
    boolean same(Term was, Term is) {
        compare(was, is, "");
        return differences.isEmpty();
    }

    private void compare(Term was, Term is, String path) {
        Definition wasDefined = storedByTerm.get(was);
        Definition isDefined = currentByTerm.get(is);
        if (wasDefined != null && isDefined != null && wasDefined.kind() == isDefined.kind()) {
            if (seen.add(new Pair(was, is))) {
                definitions(wasDefined, isDefined, path);
            }
        } else if (wasDefined != null
                || isDefined != null
                || !was.name().equals(is.name())
                || was.arguments().size() != is.arguments().size()) {
            differences.add(path + " was " + words(was, wasDefined) + " and is now " + words(is, isDefined));
        } else {
            for (int i = 0; i < was.arguments().size(); i++) {
                compare(was.arguments().get(i), is.arguments().get(i), path + suffix(is, i));
            }
        }
    }

    private void definitions(Definition was, Definition is, String path) {
        List<String> gone = new ArrayList<>(was.names());
        gone.removeAll(is.names());
        List<String> added = new ArrayList<>(is.names());
        added.removeAll(was.names());
        String what = was.kind() == Kind.RECORD ? "" : was.kind() == Kind.ENUM ? "constant " : "permitted type ";
        String dot = was.kind() == Kind.RECORD ? path + "." : path + ": " + what;
        gone.forEach(name -> differences.add(dot + name + " is gone"));
        if (was.kind() == Kind.RECORD) {
            added.forEach(name -> differences.add(dot + name + " is new"));
            if (gone.isEmpty() && added.isEmpty() && !was.names().equals(is.names())) {
                differences.add(path + ": the fields were in the order " + was.names() + " and are now in the order "
                        + is.names());
            }
        }
        for (Member member : was.members()) {
            for (Member now : is.members()) {
                if (member.type() != null && member.name().equals(now.name())) {
                    String inside = was.kind() == Kind.RECORD ? path + "." + now.name() : path + "(" + now.name() + ")";
                    compare(member.type(), Objects.requireNonNull(now.type()), inside);
                }
            }
        }
    }

    static String words(Term term, @org.jspecify.annotations.Nullable Definition definition) {
        return definition == null ? term.toString() : definition.kind().name().toLowerCase(Locale.ROOT) + " " + term;
    }

    static String suffix(Term term, int argument) {
        return switch (term.name()) {
            case "Map" -> argument == 0 ? "{key}" : "{}";
            case "Optional" -> "?";
            default -> "[]";
        };
    }

    static Term unboxed(Term term) {
        return new Term(Builtins.unboxed(term.name()), term.arguments());
    }

    private static String simple(Term term) {
        String name = term.name();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
}

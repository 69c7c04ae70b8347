package io.staunch.protocol.codec;

import io.staunch.error.ConfigurationException;
import io.staunch.protocol.codec.NameMatch.Named;
import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Kind;
import io.staunch.protocol.codec.Schema.Member;
import io.staunch.protocol.codec.Schema.Term;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes a type, and finds every part of it that is not supported. */
final class SchemaOfType {
    private static final int WIDEST = 252;

    private final ResolvedType type;
    private final Term root;
    private final Map<Term, @Nullable Definition> definitions = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private boolean renames;
    private boolean endless;

    SchemaOfType(Type type) {
        this.type = ResolvedType.of(type);
        this.root = term(this.type, this.type.raw().getSimpleName());
    }

    /** @throws ConfigurationException if a part is not supported */
    ResolvedType checked() {
        if (!problems.isEmpty()) {
            throw new ConfigurationException("type " + root + " has no codec", problems);
        }
        return type;
    }

    Schema schema() {
        return new Schema(root, List.copyOf(definitions.values()));
    }

    /** Whether a constant or permitted type has had another name. */
    boolean renames() {
        return renames;
    }

    private Term term(ResolvedType part, String path) {
        Class<?> raw = part.raw();
        if (raw.isArray()) {
            return new Term(Term.ARRAY, List.of(term(part.arguments().get(0), path + "[]")));
        }
        if (Builtins.has(raw)) {
            return Term.of(raw.getSimpleName());
        }
        if (Builtins.arguments(raw) > 0) {
            return container(part, path);
        }
        if (raw.isRecord() || raw.isEnum() || (raw.isInterface() && raw.isSealed())) {
            return defined(part, path);
        }
        problems.add(Unsupported.problem(raw, path));
        return Term.of(raw.getName());
    }

    private Term container(ResolvedType part, String path) {
        String name = part.raw().getSimpleName();
        if (part.arguments().size() != Builtins.arguments(part.raw())) {
            problems.add(path + ": " + name + " does not say of what: a record with a component of type " + name
                    + (name.equals("Map") ? "<K, V>" : "<E>") + " does");
            return Term.of(name);
        }
        List<Term> arguments = new ArrayList<>();
        for (int i = 0; i < part.arguments().size(); i++) {
            String suffix = name.equals("Map") ? (i == 0 ? "{key}" : "{}") : name.equals("Optional") ? "?" : "[]";
            arguments.add(term(part.arguments().get(i), path + suffix));
        }
        return new Term(name, arguments);
    }

    private Term defined(ResolvedType part, String path) {
        Class<?> raw = part.raw();
        var term = new Term(raw.getName(), nameOnly(part.arguments()));
        if (definitions.containsKey(term)) {
            return term;
        }
        if (endless || part.endless()) {
            endless(raw);
            return term;
        }
        definitions.put(term, null); // marks its place, and ends the recursion
        if (raw.isEnum()) {
            List<Member> constants = new ArrayList<>();
            List<Named> named = new ArrayList<>();
            for (Object constant : raw.getEnumConstants()) {
                named.add(Named.of((Enum<?>) constant));
                constants.add(new Member(((Enum<?>) constant).name(), null));
            }
            renames |= named.stream().anyMatch(Named::renamed);
            inCircle(named, path, raw);
            definitions.put(term, new Definition(Kind.ENUM, term, constants));
        } else if (raw.isRecord()) {
            definitions.put(term, new Definition(Kind.RECORD, term, components(part, path)));
        } else {
            definitions.put(term, new Definition(Kind.SEALED, term, leaves(part, path)));
        }
        return term;
    }

    /** Nothing more is looked at, and the path is not told: both would be as long as the type is deep. */
    private void endless(Class<?> raw) {
        if (!endless) {
            endless = true;
            problems.add(Unsupported.endless(raw));
        }
    }

    private List<Member> components(ResolvedType part, String path) {
        List<Member> members = new ArrayList<>();
        List<Named> named = new ArrayList<>();
        for (RecordComponent component : part.raw().getRecordComponents()) {
            ResolvedType type = part.member(component.getGenericType());
            named.add(Named.of(component.getName(), component));
            members.add(new Member(component.getName(), term(type, path + "." + component.getName())));
        }
        inCircle(named, path, part.raw());
        narrow(part.raw(), path);
        return members;
    }

    /** The JVM calls with at most so many, and its method handles need some of them. */
    private void narrow(Class<?> raw, String path) {
        int slots = 0;
        for (RecordComponent component : raw.getRecordComponents()) {
            slots += component.getType() == long.class || component.getType() == double.class ? 2 : 1;
        }
        if (slots > WIDEST) {
            problems.add(path + ": " + raw.getName() + " has components for " + slots
                    + " slots (long and double take two), and " + WIDEST
                    + " is the most: put some of them into a record of their own");
        }
    }

    private List<Member> leaves(ResolvedType part, String path) {
        List<Member> members = new ArrayList<>();
        List<Named> named = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ResolvedType leaf : part.leaves()) {
            String name = leaf.raw().getSimpleName();
            named.add(Named.of(name, leaf.raw()));
            if (!leaf.raw().isRecord() && !leaf.raw().isEnum()) {
                problems.add(path + ": " + part.raw().getName() + " permits "
                        + leaf.raw().getName() + ", which is not supported: make it a record or an enum");
            } else if (!names.add(name)) {
                problems.add(path + ": " + part.raw().getName() + " permits two types named " + name + ": rename one");
            } else {
                members.add(new Member(name, term(leaf, path + "(" + name + ")")));
            }
        }
        renames |= named.stream().anyMatch(Named::renamed);
        inCircle(named, path, part.raw());
        return members;
    }

    private void inCircle(List<Named> members, String path, Class<?> raw) {
        String name = NameMatch.circle(members);
        if (name != null) {
            problems.add(path + ": by their @Formerly '" + name + "' and others of " + raw.getName()
                    + " have changed names in a circle, so that it can't be seen whether a checkpoint is from before or after"
                    + " that: give them names that none of them had");
        }
    }

    /** Arguments tell definitions apart; what they need themselves is found where they are used. */
    private static List<Term> nameOnly(List<ResolvedType> arguments) {
        List<Term> terms = new ArrayList<>();
        for (ResolvedType argument : arguments) {
            Class<?> raw = argument.raw();
            if (raw.isArray()) {
                terms.add(new Term(Term.ARRAY, nameOnly(argument.arguments())));
            } else {
                boolean library = Builtins.has(raw) || Builtins.arguments(raw) > 0;
                terms.add(new Term(library ? raw.getSimpleName() : raw.getName(), nameOnly(argument.arguments())));
            }
        }
        return terms;
    }
}

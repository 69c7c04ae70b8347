package io.staunch.protocol.codec;

import io.staunch.protocol.codec.Conversion.Use;
import io.staunch.protocol.codec.NameMatch.Named;
import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Term;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Walks a stored schema and a type side by side, and makes a reader of the one for the other. What is the same is read by its codec. */
final class ConversionOfType {
    private static final ValueReader<Object> NEVER = in -> {
        throw new IllegalStateException("the conversion was refused");
    };

    /** The present type, with its name in the present schema. */
    private record Present(Term term, ResolvedType type) {
        Present argument(int i) {
            return new Present(term.arguments().get(i), type.arguments().get(i));
        }
    }

    private record Pair(Term was, Term is, Use use) {}

    private final Schema stored;
    private final Schema current;
    private final Map<Term, Definition> storedByTerm;
    private final Map<Term, Definition> currentByTerm;
    private final Type declared;
    private final ResolvedType type;
    private final CodecOfType codecs = new CodecOfType();
    private final SkipOfSchema skips;
    private final Map<Pair, LateReader> around = new HashMap<>();
    private final ConversionReport report = new ConversionReport();
    private final boolean renames;

    ConversionOfType(Schema stored, Type current) {
        var made = new SchemaOfType(current);
        this.declared = current;
        this.type = made.checked();
        this.stored = stored;
        this.current = made.schema();
        this.renames = made.renames();
        this.storedByTerm = stored.byTerm();
        this.currentByTerm = this.current.byTerm();
        this.skips = new SkipOfSchema(stored);
    }

    Conversion made(String path, Use use) {
        // On its own a box is never null, and written as the primitive is.
        Term was = SchemaComparison.unboxed(stored.root());
        var is = new Present(SchemaComparison.unboxed(current.root()), type);
        if (same(was, is.term())) {
            return report.of(madeBefore());
        }
        return report.of(value(was, is, new Place(path, use)));
    }

    /** The codec of the present type as everybody has it. */
    @SuppressWarnings("unchecked") // the caller knows the type
    private ValueReader<Object> madeBefore() {
        return (ValueReader<Object>) Codecs.of(declared);
    }

    /** Whether the codec of the present type reads it. Where something was renamed, an old name that is in use again has to be looked at. */
    private boolean same(Term was, Term is) {
        return new SchemaComparison(stored, current).same(was, is) && (!renames || plain(is) || stored.equals(current));
    }

    /** Whether it is made of the library's types alone. */
    private boolean plain(Term is) {
        return !currentByTerm.containsKey(is) && is.arguments().stream().allMatch(this::plain);
    }

    private ValueReader<Object> value(Term was, Present is, Place place) {
        if (same(was, is.term())) {
            return codecs.of(is.type());
        }
        Definition before = storedByTerm.get(was);
        Definition now = currentByTerm.get(is.term());
        if (before != null && now != null && before.kind() == now.kind()) {
            return defined(before, now, is, place);
        }
        if (before == null && now == null) {
            ValueReader<Object> reader = library(was, is, place);
            if (reader != null) {
                return reader;
            }
        }
        report.refuse(
                place,
                " was " + SchemaComparison.words(was, before) + " and is now " + SchemaComparison.words(is.term(), now)
                        + ", which it can't be read as");
        return NEVER;
    }

    /** A value inside of another one: it may be null unless it is primitive. */
    private ValueReader<@Nullable Object> part(Term was, Present is, Place place) {
        ValueReader<Object> present = value(was, is, place);
        boolean wasPrimitive = Builtins.isPrimitive(was);
        boolean isPrimitive = Builtins.isPrimitive(is.term());
        if (wasPrimitive) {
            return present::read;
        }
        if (!isPrimitive) {
            return in -> in.readBoolean() ? present.read(in) : null;
        }
        report.change(place, " can't be null any more: if one is, the start fails");
        return in -> {
            if (!in.readBoolean()) {
                throw place.met("null", "keep it " + was + ", whose values may be null");
            }
            return present.read(in);
        };
    }

    /** Null if there is no way from the one to the other. */
    private @Nullable ValueReader<Object> library(Term was, Present is, Place place) {
        if (was.arguments().isEmpty()) {
            return primitive(was, is, place);
        }
        if (!was.name().equals(is.term().name())) {
            return null;
        }
        Term first = was.arguments().get(0);
        Present present = is.argument(0);
        return switch (was.name()) {
            case "Optional" -> {
                ValueReader<Object> element = value(first, present, place.in("?"));
                yield in -> in.readBoolean() ? Optional.of(element.read(in)) : Optional.empty();
            }
            case "List" -> {
                ValueReader<@Nullable Object> element = part(first, present, place.in("[]"));
                yield in -> ContainerCodecs.readList(in, element);
            }
            case "Set" -> {
                ValueReader<@Nullable Object> element = part(first, present, place.key("[]"));
                yield in -> ContainerCodecs.readSet(in, element);
            }
            case Term.ARRAY -> {
                ValueReader<@Nullable Object> element = part(first, present, place.in("[]"));
                Class<?> component = is.type().raw().getComponentType();
                yield in -> ArrayCodec.read(in, component, element);
            }
            case "Map" -> {
                ValueReader<@Nullable Object> key = part(first, present, place.key("{key}"));
                ValueReader<@Nullable Object> value = part(was.arguments().get(1), is.argument(1), place.in("{}"));
                yield in -> ContainerCodecs.readMap(in, key, value);
            }
            default -> null;
        };
    }

    private @Nullable ValueReader<Object> primitive(Term was, Present is, Place place) {
        String from = Builtins.unboxed(was.name());
        String to = Builtins.unboxed(is.term().name());
        if (from.equals(to)) { // one of them may be a box
            return codecs.of(is.type());
        }
        Codec<?> codec = Builtins.codecOf(was);
        if (codec == null || !Widening.exists(from, to)) {
            return null;
        }
        report.change(place, " was " + was + " and is read as " + is.term());
        return in -> Widening.widened(codec.read(in), to);
    }

    private ValueReader<Object> defined(Definition before, Definition now, Present is, Place place) {
        var pair = new Pair(before.term(), now.term(), place.use());
        LateReader inside = around.get(pair);
        if (inside != null) {
            return inside;
        }
        var late = new LateReader();
        around.put(pair, late);
        ValueReader<Object> whole = switch (before.kind()) {
            case RECORD -> ofRecord(before, now, is, place);
            case ENUM -> ofEnum(before, is, place);
            case SEALED -> ofSealed(before, now, is, place);
        };
        late.is(whole);
        around.remove(pair);
        return whole;
    }

    private ValueReader<Object> ofRecord(Definition before, Definition now, Present is, Place place) {
        RecordComponent[] components = is.type().raw().getRecordComponents();
        List<Named> members = new ArrayList<>();
        List<Present> parts = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            members.add(Named.of(components[i].getName(), components[i]));
            Term term = Objects.requireNonNull(now.members().get(i).type());
            parts.add(new Present(term, is.type().member(components[i].getGenericType())));
        }
        NameMatch match = matched(before, members, false, place);
        List<ConvertedRecord.Written> written = new ArrayList<>();
        for (int i = 0; i < before.members().size(); i++) {
            int to = match.present().get(i);
            String name = before.members().get(i).name();
            Term was = Objects.requireNonNull(before.members().get(i).type());
            if (to < 0) {
                report.lose(place.in("." + name));
                written.add(new ConvertedRecord.Written(skips.part(was)::read, -1));
            } else {
                Place at = place.in("." + members.get(to).name());
                written.add(new ConvertedRecord.Written(part(was, parts.get(to), at), to));
            }
        }
        List<ConvertedRecord.Added> added = new ArrayList<>();
        for (int i : match.added(components.length)) {
            AddedValue value = AddedValue.of(parts.get(i).type().raw());
            String name = members.get(i).name();
            report.change(place.in("." + name), " is new and " + value.words() + " in what was written before");
            added.add(new ConvertedRecord.Added(name, value, i));
        }
        return new ConvertedRecord(place.path(), is.type().raw(), written, added);
    }

    private NameMatch matched(Definition before, List<Named> members, boolean several, Place place) {
        NameMatch match = NameMatch.of(before.names(), members, several);
        report.matched(place, before, members, match);
        return match;
    }

    private ValueReader<Object> ofEnum(Definition before, Present is, Place place) {
        Object[] constants = is.type().raw().getEnumConstants();
        List<Named> members = new ArrayList<>();
        for (Object constant : constants) {
            members.add(Named.of((Enum<?>) constant));
        }
        NameMatch match = matched(before, members, true, place);
        Map<String, Object> byName = new HashMap<>();
        for (int i = 0; i < before.members().size(); i++) {
            int to = match.present().get(i);
            if (to < 0) {
                report.gone(place, before.kind(), before.members().get(i).name());
            } else {
                byName.put(before.members().get(i).name(), constants[to]);
            }
        }
        return new ByName<>(byName, before.names(), place)::read;
    }

    private ValueReader<Object> ofSealed(Definition before, Definition now, Present is, Place place) {
        List<ResolvedType> leaves = is.type().leaves();
        List<Named> members = new ArrayList<>();
        for (ResolvedType leaf : leaves) {
            members.add(Named.of(leaf.raw().getSimpleName(), leaf.raw()));
        }
        NameMatch match = matched(before, members, true, place);
        Map<String, ValueReader<Object>> byName = new HashMap<>();
        for (int i = 0; i < before.members().size(); i++) {
            int to = match.present().get(i);
            if (to < 0) {
                report.gone(place, before.kind(), before.members().get(i).name());
            } else {
                Schema.Member was = before.members().get(i);
                Term term = Objects.requireNonNull(now.members().get(to).type());
                var present = new Present(term, leaves.get(to));
                Place at = place.in("(" + members.get(to).name() + ")");
                byName.put(was.name(), value(Objects.requireNonNull(was.type()), present, at));
            }
        }
        var leaf = new ByName<>(byName, before.names(), place);
        return in -> leaf.read(in).read(in);
    }
}

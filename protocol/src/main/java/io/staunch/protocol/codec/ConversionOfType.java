package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.codec.Conversion.Use;
import io.staunch.protocol.codec.NameMatch.Named;
import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Kind;
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

    /** Where the walk is, for messages. */
    private record Place(String path, Use use) {
        Place in(String suffix) {
            return new Place(path + suffix, use);
        }

        Place key(String suffix) {
            return new Place(path + suffix, Use.KEY);
        }
    }

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
    private final ResolvedType type;
    private final CodecOfType codecs = new CodecOfType();
    private final SkipOfSchema skips;
    private final Map<Pair, LateReader> around = new HashMap<>();
    private final List<String> changes = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    ConversionOfType(Schema stored, Type current) {
        var made = new SchemaOfType(current);
        this.type = made.checked();
        this.stored = stored;
        this.current = made.schema();
        this.storedByTerm = stored.byTerm();
        this.currentByTerm = this.current.byTerm();
        this.skips = new SkipOfSchema(stored);
    }

    Conversion made(String path, Use use) {
        // On its own a box is never null, and written as the primitive is.
        Term was = SchemaComparison.unboxed(stored.root());
        var is = new Present(SchemaComparison.unboxed(current.root()), type);
        ValueReader<Object> reader = value(was, is, new Place(path, use));
        return new Conversion(reader, changes, lost, refused);
    }

    private boolean same(Term was, Term is) {
        return new SchemaComparison(stored, current).same(was, is);
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
        refused.add(place.path() + " was " + SchemaComparison.words(was, before) + " and is now "
                + SchemaComparison.words(is.term(), now) + ", which it can't be read as");
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
        changes.add(place.path() + " can't be null any more: if one is, the start fails");
        return in -> {
            if (!in.readBoolean()) {
                throw met(place, "null", "keep it " + was + ", whose values may be null");
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
        if (from.equals(to)) { // one of them is a box
            return codecs.of(is.type());
        }
        Codec<?> codec = Builtins.codecOf(was);
        if (codec == null || !Widening.exists(from, to)) {
            return null;
        }
        changes.add(place.path() + " was " + was + " and is read as " + is.term());
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
                lose(place.in("." + name));
                written.add(new ConvertedRecord.Written(skips.part(was)::read, -1));
            } else {
                Place at = place.in("." + members.get(to).name());
                written.add(new ConvertedRecord.Written(part(was, parts.get(to), at), to));
            }
        }
        List<ConvertedRecord.Added> added = new ArrayList<>();
        for (int i : match.added(components.length)) {
            AddedValue value = AddedValue.of(parts.get(i).type().raw());
            changes.add(place.path() + "." + members.get(i).name() + " is new and " + value.words()
                    + " in what was written before");
            added.add(new ConvertedRecord.Added(members.get(i).name(), value, i));
        }
        return new ConvertedRecord(place.path(), is.type().raw(), written, added);
    }

    private void lose(Place place) {
        if (place.use() == Use.KEY) {
            refused.add(place.path() + " is gone, but it is part of what keys or elements of a set are told apart by:"
                    + " without it two could become one");
        } else {
            lost.add(place.path());
        }
    }

    private NameMatch matched(Definition before, List<Named> members, boolean several, Place place) {
        NameMatch match = NameMatch.of(before.names(), members, several);
        for (String clash : match.clashes()) {
            refused.add(place.path() + ": " + clash + ": change @Formerly so that one name is left");
        }
        for (int i = 0; i < before.members().size(); i++) {
            int to = match.present().get(i);
            String was = before.members().get(i).name();
            if (to >= 0 && !members.get(to).name().equals(was)) {
                changes.add(place.path() + member(before.kind(), members.get(to).name()) + " was named " + was);
            }
        }
        if (place.use() == Use.KEY && match.merges()) {
            refused.add(place.path() + ": what keys or elements of a set are told apart by may not become one:"
                    + " @Formerly may name one former name here");
        }
        if (before.kind() == Kind.RECORD && !match.inOrder()) {
            changes.add(place.path() + " had its fields in another order");
        }
        return match;
    }

    private static String member(Kind kind, String name) {
        return switch (kind) {
            case RECORD -> "." + name;
            case ENUM -> ": constant " + name;
            case SEALED -> ": permitted type " + name;
        };
    }

    private ValueReader<Object> ofEnum(Definition before, Present is, Place place) {
        Object[] constants = is.type().raw().getEnumConstants();
        List<Named> members = new ArrayList<>();
        for (Object constant : constants) {
            members.add(Named.of(((Enum<?>) constant).name(), field((Enum<?>) constant)));
        }
        NameMatch match = matched(before, members, true, place);
        Map<String, Object> byName = new HashMap<>();
        for (int i = 0; i < before.members().size(); i++) {
            int to = match.present().get(i);
            if (to < 0) {
                gone(place, before, i);
            } else {
                byName.put(before.members().get(i).name(), constants[to]);
            }
        }
        return in -> named(in, byName, before, place);
    }

    private static java.lang.reflect.Field field(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getField(constant.name());
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
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
                gone(place, before, i);
            } else {
                Schema.Member was = before.members().get(i);
                Term leaf = Objects.requireNonNull(now.members().get(to).type());
                var present = new Present(leaf, leaves.get(to));
                Place at = place.in("(" + members.get(to).name() + ")");
                byName.put(was.name(), value(Objects.requireNonNull(was.type()), present, at));
            }
        }
        return in -> named(in, byName, before, place).read(in);
    }

    private void gone(Place place, Definition before, int member) {
        changes.add(place.path()
                + member(before.kind(), before.members().get(member).name())
                + " is gone: if a value has it, the start fails");
    }

    private static <T> T named(BytesIn in, Map<String, T> byName, Definition before, Place place) {
        int from = in.offset();
        String name = in.readString();
        T found = byName.get(name);
        if (found != null) {
            return found;
        }
        if (!before.names().contains(name)) {
            throw in.malformed(from, "one of " + before.names(), "'" + name + "'");
        }
        throw met(place, name, "keep it, or name it in @Formerly of what stands for it now");
    }

    private static StaunchException met(Place place, String found, String instead) {
        return new StaunchException(
                place.path() + ": the checkpoint has a value " + found + ", which can't be any more: " + instead,
                Remedy.FAIL_JOB);
    }
}

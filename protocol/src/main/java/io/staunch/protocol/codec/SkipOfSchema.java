package io.staunch.protocol.codec;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Member;
import io.staunch.protocol.codec.Schema.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes readers that pass over values by their schema alone: their classes may be gone. */
final class SkipOfSchema {
    private static final Object NOTHING = "passed over";

    private final Schema schema;
    private final Map<Term, Definition> definitions;
    private final Map<Term, ValueReader<Object>> known = new HashMap<>();

    SkipOfSchema(Schema schema) {
        this.schema = schema;
        this.definitions = schema.byTerm();
    }

    ValueReader<Object> root() {
        return value(schema.root());
    }

    /** A value inside of another one: it may be null unless it is primitive. */
    ValueReader<Object> part(Term term) {
        ValueReader<Object> present = value(term);
        return Builtins.isPrimitive(term) ? present : in -> in.readBoolean() ? present.read(in) : NOTHING;
    }

    private ValueReader<Object> value(Term term) {
        Definition definition = definitions.get(term);
        if (definition != null) {
            return defined(term, definition);
        }
        List<Term> arguments = term.arguments();
        if (arguments.isEmpty()) {
            return builtin(term);
        }
        return switch (term.name()) {
            case "Optional" -> {
                ValueReader<Object> element = value(arguments.get(0));
                yield in -> in.readBoolean() ? element.read(in) : NOTHING;
            }
            case "List", "Set", Term.ARRAY -> counted(List.of(part(arguments.get(0))));
            case "Map" -> counted(List.of(part(arguments.get(0)), part(arguments.get(1))));
            default -> throw unknown(term);
        };
    }

    private static ValueReader<Object> builtin(Term term) {
        Codec<?> codec = Builtins.codecOf(term);
        if (codec == null) {
            throw unknown(term);
        }
        return codec::read;
    }

    private static ValueReader<Object> counted(List<ValueReader<Object>> each) {
        return in -> {
            for (int left = in.readCount(each.size()); left > 0; left--) {
                each.forEach(part -> part.read(in));
            }
            return NOTHING;
        };
    }

    private ValueReader<Object> defined(Term term, Definition definition) {
        ValueReader<Object> made = known.get(term);
        if (made != null) {
            return made;
        }
        var late = new LateReader();
        known.put(term, late);
        ValueReader<Object> whole = switch (definition.kind()) {
            case ENUM -> BytesIn::readString;
            case RECORD -> ofRecord(definition);
            case SEALED -> ofSealed(definition);
        };
        late.is(whole);
        known.put(term, whole);
        return whole;
    }

    private ValueReader<Object> ofRecord(Definition definition) {
        List<ValueReader<Object>> parts = new ArrayList<>();
        for (Member member : definition.members()) {
            parts.add(part(Objects.requireNonNull(member.type())));
        }
        if (parts.isEmpty()) {
            return BytesIn::readByte;
        }
        return in -> {
            parts.forEach(part -> part.read(in));
            return NOTHING;
        };
    }

    private ValueReader<Object> ofSealed(Definition definition) {
        Map<String, ValueReader<Object>> byName = new HashMap<>();
        for (Member member : definition.members()) {
            byName.put(member.name(), value(Objects.requireNonNull(member.type())));
        }
        return in -> {
            int from = in.offset();
            String name = in.readString();
            ValueReader<Object> leaf = byName.get(name);
            if (leaf == null) {
                throw in.malformed(from, "one of " + definition.names(), "'" + name + "'");
            }
            return leaf.read(in);
        };
    }

    private static StaunchException unknown(Term term) {
        return new StaunchException(
                "the checkpoint has values of a type '" + term + "', which this release does not know",
                Remedy.FAIL_JOB);
    }
}

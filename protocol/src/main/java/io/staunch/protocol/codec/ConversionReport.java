package io.staunch.protocol.codec;

import io.staunch.protocol.codec.Conversion.Use;
import io.staunch.protocol.codec.NameMatch.Named;
import io.staunch.protocol.codec.Schema.Definition;
import io.staunch.protocol.codec.Schema.Kind;
import java.util.ArrayList;
import java.util.List;

/** Gathers what a conversion does, loses and refuses, in words. */
final class ConversionReport {
    private final List<String> changes = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    Conversion of(ValueReader<Object> reader) {
        return new Conversion(reader, changes, lost, refused);
    }

    /** @param what goes on after the path */
    void change(Place place, String what) {
        changes.add(place.path() + what);
    }

    void refuse(Place place, String what) {
        refused.add(place.path() + what);
    }

    /** A component is gone. */
    void lose(Place place) {
        if (place.use() == Use.KEY) {
            refuse(
                    place,
                    " is gone, but it is part of what keys or elements of a set are told apart by: without it two could"
                            + " become one");
        } else {
            lost.add(place.path());
        }
    }

    /** A constant or permitted type is gone. */
    void gone(Place place, Kind kind, String name) {
        change(place, member(kind, name) + " is gone: if a value has it, the start fails");
    }

    /** Which present members stand for the written ones. */
    void matched(Place place, Definition before, List<Named> members, NameMatch match) {
        for (String clash : match.clashes()) {
            refuse(place, ": " + clash + ": change @Formerly so that one name is left");
        }
        for (int i = 0; i < before.members().size(); i++) {
            int to = match.present().get(i);
            String was = before.members().get(i).name();
            if (to >= 0 && !members.get(to).name().equals(was)) {
                change(place, member(before.kind(), members.get(to).name()) + " was named " + was);
            }
        }
        if (place.use() == Use.KEY && match.merges()) {
            refuse(
                    place,
                    ": what keys or elements of a set are told apart by may not become one: @Formerly may name one former"
                            + " name here");
        }
        if (before.kind() == Kind.RECORD && !match.inOrder()) {
            change(place, " had its fields in another order");
        }
    }

    private static String member(Kind kind, String name) {
        return switch (kind) {
            case RECORD -> "." + name;
            case ENUM -> ": constant " + name;
            case SEALED -> ": permitted type " + name;
        };
    }
}

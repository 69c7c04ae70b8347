package io.staunch.runtime.plan;

import io.staunch.error.ConfigurationException;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.StateDescriptor;
import java.lang.reflect.Type;
import java.util.List;

/** Checks, before anything starts, that what a pipeline wants to keep can be kept. */
final class StateTypes {
    private StateTypes() {}

    static void check(String operator, StateDescriptor state, List<String> problems) {
        for (Type type : state.types()) {
            try {
                Codecs.of(type);
            } catch (ConfigurationException e) {
                e.problems()
                        .forEach(problem -> problems.add(
                                "state '" + state.name() + "' of operator '" + operator + "': " + problem));
            }
        }
    }

    static void checkKey(String operator, KeySelector<?, ?> key, List<String> problems) {
        if (key.kind() != KeySelector.Kind.OBJECT) {
            return;
        }
        try {
            KeyHash.hasher(key.type());
            Codecs.of(key.type());
        } catch (ConfigurationException e) {
            e.problems().forEach(problem -> problems.add("key of operator '" + operator + "': " + problem));
        }
    }
}

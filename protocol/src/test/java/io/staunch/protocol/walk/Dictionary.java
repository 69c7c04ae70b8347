package io.staunch.protocol.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers equal values alike, in the order in which they are met. */
final class Dictionary {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Object> values = new ArrayList<>();

    int number(Object value) {
        Integer known = numbers.putIfAbsent(value, values.size());
        if (known != null) {
            return known;
        }
        values.add(value);
        return values.size() - 1;
    }

    Object value(int number) {
        return values.get(number);
    }
}

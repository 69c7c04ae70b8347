package io.staunch.window;

import java.util.List;

/** One window for each key, which never ends: results come by a {@link Trigger} only. It needs no event time. */
public record GlobalWindows() implements Windows {
    /** One window for all records of a key. */
    public static GlobalWindows all() {
        return new GlobalWindows();
    }

    @Override
    public Kind kind() {
        return Kind.GLOBAL;
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public String toString() {
        return "one window for all";
    }
}

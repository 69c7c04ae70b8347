package io.staunch.window;

import java.io.Serializable;
import java.util.List;

/** Which windows a record belongs to. An immutable value. */
public sealed interface Windows extends Serializable
        permits TumblingWindows, SlidingWindows, SessionWindows, GlobalWindows {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        TUMBLING,
        SLIDING,
        SESSION,
        GLOBAL
    }

    Kind kind();

    /** All mistakes, one sentence each; empty if there are none. */
    List<String> problems();
}

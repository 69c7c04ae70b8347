package io.staunch.runtime.task;

import java.nio.ByteBuffer;
import java.util.List;

/** Something in a task whose state is part of checkpoints. */
public interface Stateful {
    /** The operator's name. */
    String operator();

    /** Everything that a checkpoint taken at this moment needs of it. */
    List<ByteBuffer> capture();

    /** Lets go of what it holds. */
    void close();
}

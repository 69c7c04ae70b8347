package io.staunch.protocol.recovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checkpoint and those that it was taken on top of, as far back as the store has them. */
final class Line {
    private final Deque<KnownCheckpoint> checkpoints = new ArrayDeque<>();

    private Line() {}

    static Line to(KnownCheckpoint end, List<KnownCheckpoint> all) {
        var line = new Line();
        line.checkpoints.add(end);
        for (int i = all.size() - 1; i >= 0; i--) {
            KnownCheckpoint checkpoint = all.get(i);
            Long previous = line.oldest().previous();
            if (previous != null && checkpoint.id() == previous) {
                line.checkpoints.addFirst(checkpoint);
            }
        }
        return line;
    }

    /** The oldest one that is still there. */
    KnownCheckpoint oldest() {
        return checkpoints.getFirst();
    }

    /** The one that the end was taken on top of, or null if it is not there. */
    @Nullable
    KnownCheckpoint beforeEnd() {
        KnownCheckpoint before = null;
        for (KnownCheckpoint checkpoint : checkpoints) {
            if (!checkpoint.equals(checkpoints.getLast())) {
                before = checkpoint;
            }
        }
        return before;
    }

    boolean contains(KnownCheckpoint one) {
        return checkpoints.contains(one);
    }

    /** Ids of those after one of them, oldest first. */
    List<Long> after(KnownCheckpoint one) {
        return after(one.id());
    }

    /** Ids of those above an id, oldest first. */
    List<Long> after(long id) {
        List<Long> ids = new ArrayList<>();
        for (KnownCheckpoint checkpoint : checkpoints) {
            if (checkpoint.id() > id) {
                ids.add(checkpoint.id());
            }
        }
        return ids;
    }
}

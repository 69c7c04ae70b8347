package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.protocol.keys.KeyGroups;
import io.staunch.protocol.time.GroupTimes;
import io.staunch.protocol.time.Reached;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far event time has come in a keyed task, for each of its keys. Never goes back. Owned by the task's worker. */
final class TaskTime {
    private final KeyGroupRange groups;
    private final int keyGroups;
    private long watermark = Long.MIN_VALUE;
    private @Nullable GroupTimes restored;

    TaskTime(KeyGroupRange groups, int keyGroups) {
        this.groups = groups;
        this.keyGroups = keyGroups;
    }

    /** Takes over what former tasks had reached. */
    void restore(List<Reached> reached) {
        GroupTimes times = GroupTimes.of(reached, groups);
        watermark = times.least();
        restored = times;
        forget();
    }

    /** The task's watermark: that of all its keys, but for some that were ahead of it when they were restored. */
    long watermark() {
        return watermark;
    }

    /** The watermark of the key with this hash. */
    long watermark(long hash) {
        return restored == null ? watermark : Math.max(watermark, restored.of(KeyGroups.of(hash, keyGroups)));
    }

    void advance(long time) {
        watermark = Math.max(watermark, time);
        forget();
    }

    /** What a checkpoint holds of it. */
    List<ByteBuffer> written() {
        List<Reached> reached =
                restored == null ? List.of(new Reached(groups, watermark)) : restored.reached(watermark);
        return reached.stream().map(Reached::toBytes).toList();
    }

    private void forget() {
        if (restored != null && watermark >= restored.greatest()) {
            restored = null;
        }
    }
}

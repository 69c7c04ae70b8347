package io.staunch.statebackend.file;

import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** The folder as a claim looks at it: is there a newer one? */
record FencedFolder(DiskFolder folder, long epoch, StoreErrors errors) {
    /** Whether the newest of the segments is of this epoch; by a fresh listing. */
    boolean newest() throws IOException {
        return newestEpoch(list()) <= epoch;
    }

    /**
     * A fresh look at the fence, by a claim that has something at stake.
     *
     * @param current a segment of this claim, which must be there: files of a folder that was deleted or replaced are not durable
     */
    void look(SegmentName current) throws IOException {
        List<SegmentName> segments = list();
        refuseNewer(segments);
        if (!segments.contains(current)) {
            throw errors.fail(
                    "file " + current
                            + ", which this process writes, is no longer in the folder: somebody has deleted or"
                            + " replaced it while the job ran. What was written since is lost; bring the folder back and"
                            + " start the job again",
                    null);
        }
    }

    /** A fresh look whether there is a newer claim. */
    void requireNewest() throws IOException {
        refuseNewer(list());
    }

    void refuseNewer(Collection<SegmentName> segments) {
        long newest = newestEpoch(segments);
        if (newest > epoch) {
            throw errors.stale(newest);
        }
    }

    void delete(SegmentName segment) throws IOException {
        folder.delete(segment.toString());
    }

    byte[] read(SegmentName segment, long offset, int length) throws IOException {
        return folder.read(segment.toString(), offset, length);
    }

    private List<SegmentName> list() throws IOException {
        return StoreReader.segments(folder.list());
    }

    private static long newestEpoch(Collection<SegmentName> segments) {
        return segments.stream().mapToLong(SegmentName::epoch).max().orElse(0);
    }
}

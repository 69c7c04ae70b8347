package io.staunch.files;

import java.io.Serializable;

/**
 * What a source makes of the files that it finds.
 *
 * @param glob which names it reads
 * @param bounded only files that are there at the first start, up to the length that they have then
 * @param complete files are complete when they appear
 * @param byContent a file is known again by its length and first bytes alone
 * @param deletedAllowed a file that is gone counts as read
 * @param longestRecord in bytes
 */
record FileOptions(
        String glob, boolean bounded, boolean complete, boolean byContent, boolean deletedAllowed, int longestRecord)
        implements Serializable {
    static final FileOptions DEFAULTS = new FileOptions("*", false, false, false, false, 16 << 20);

    FileOptions matching(String changed) {
        return new FileOptions(changed, bounded, complete, byContent, deletedAllowed, longestRecord);
    }

    FileOptions onlyWhatIsThere() {
        return new FileOptions(glob, true, complete, byContent, deletedAllowed, longestRecord);
    }

    FileOptions completeFiles() {
        return new FileOptions(glob, bounded, true, byContent, deletedAllowed, longestRecord);
    }

    FileOptions recogniseByContent() {
        return new FileOptions(glob, bounded, complete, true, deletedAllowed, longestRecord);
    }

    FileOptions allowDeleted() {
        return new FileOptions(glob, bounded, complete, byContent, true, longestRecord);
    }

    FileOptions longestRecord(int bytes) {
        return new FileOptions(glob, bounded, complete, byContent, deletedAllowed, bytes);
    }

    /** What sets the files apart from those that come and grow, for descriptions. */
    String words() {
        if (bounded) {
            return ", what is there at first";
        }
        return complete ? ", complete files" : "";
    }

    /** Whether a file has an end that is known when it is found. */
    boolean closed() {
        return bounded || complete;
    }
}

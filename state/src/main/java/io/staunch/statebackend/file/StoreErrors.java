package io.staunch.statebackend.file;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaleOwnerException;
import io.staunch.error.StaunchException;
import java.io.IOException;

/** The store's errors, each with what to do. */
final class StoreErrors {
    private StoreErrors() {}

    static StaunchException retry(String what, String where, IOException cause) {
        return new StaunchException(
                "checkpoint store " + where + ": " + what + " failed: " + cause.getMessage()
                        + ". What was completed before is untouched; free space or mend the disk, the next checkpoint tries again",
                Remedy.RETRY,
                cause);
    }

    static StaunchException unreadable(String where, IOException cause) {
        return new StaunchException(
                "checkpoint store " + where + " can't be used: " + cause
                        + ". Check that the folder exists, is a folder, and may be read and written by this process",
                Remedy.FAIL_JOB,
                cause);
    }

    static StaunchException damaged(String where, String file, long offset, String expected, String found) {
        return new StaunchException(
                "checkpoint store " + where + ": file " + file + " is damaged at offset " + offset + ": expected "
                        + expected + ", found "
                        + found
                        + ". It is never replaced by an empty state: restore the file from a copy, or move the folder away and start"
                        + " with startMode(REWIND), which repeats output",
                Remedy.FAIL_JOB);
    }

    static RefusedException otherJob(String where, String job, String wanted) {
        return new RefusedException("checkpoint store " + where + " belongs to job '" + job + "', not to '" + wanted
                + "': give each job a folder of its own");
    }

    static RefusedException newer(String where, String file, int version) {
        return new RefusedException("checkpoint store " + where + ": file " + file + " has format " + version
                + ", written by a newer Staunch; this one reads format " + SegmentHeader.VERSION
                + ". Start with that release or a newer one");
    }

    static RefusedException foreign(String where, String file) {
        return new RefusedException("folder " + where + " is no checkpoint store: it holds '" + file
                + "' and nothing of a job. Name an empty or a new folder; nothing was changed");
    }

    static RefusedException held(String where, String holder) {
        return new RefusedException("checkpoint store " + where + " is in use by another process on this machine ("
                + holder + "): a job runs once. Stop that process, or give this pipeline another name and folder");
    }

    static StaleOwnerException stale(String where, long epoch, long newer) {
        return new StaleOwnerException("checkpoint store " + where + ": epoch " + epoch + " was replaced by epoch "
                + newer + ": another process has taken over the job, so this one stops");
    }
}

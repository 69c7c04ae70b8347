package io.staunch.files;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;

/** What can be wrong with a file that is read, in words for people. */
final class FileFault {
    /** To write all of it under another name would repeat what was read. */
    private static final String GO_ON =
            ". Take it away, and start with allowDeletedFiles(): a warning in the log says up to which byte of its content it was"
                    + " read. Write what is behind that into a file with another name";

    private FileFault() {}

    static StaunchException gone(String path, long offset) {
        return failJob("file " + path + ", read up to byte " + offset
                + " of its content, is gone, and nothing tells whether there was more in it. Bring it back; or say"
                + " allowDeletedFiles() if only files are deleted that are no longer wanted; files that are complete when they"
                + " appear (completeFiles()) may be deleted once they are read");
    }

    static StaunchException replaced(String path, long offset, String what) {
        return failJob("file " + path + ", read up to byte " + offset + " of its content, was replaced by another one: "
                + what
                + ". What is in the new one would be read from the middle. Give new files new names; or bring the old one"
                + " back; or, if it is the same one restored from a copy, say recogniseByContent()");
    }

    static StaunchException truncated(String path, long had, long has) {
        return failJob(
                "file " + path + " was cut off: it had " + had + " bytes and has " + has
                        + ". What is written there now would be missed. Files that are read may only grow; bring back what it had");
    }

    static StaunchException endsInTheMiddle(String path, Compression compression) {
        return failJob("file " + path + " ends in the middle of its " + compression
                + " stream, so that its last records are missing" + GO_ON);
    }

    static StaunchException damaged(String path, Compression compression, long offset, IOException e) {
        return new StaunchException(
                "file " + path + " can't be decompressed (" + compression + ") behind byte " + offset
                        + " of its content: " + e.getMessage() + ". It is damaged, or is no such file" + GO_ON,
                Remedy.FAIL_JOB,
                e);
    }

    static StaunchException unfit(String path, FileRefusedException e) {
        return new StaunchException("file " + path + " can't be read: " + e.getMessage(), Remedy.FAIL_JOB, e);
    }

    static StaunchException unreadable(String path, IOException e) {
        if (e instanceof AccessDeniedException) {
            return new StaunchException(
                    "user " + System.getProperty("user.name") + " may not read " + path
                            + "; give that user the right to read it",
                    Remedy.FAIL_JOB,
                    e);
        }
        return new StaunchException(
                path + " can't be read: " + e.getMessage()
                        + ". The job restarts from its checkpoint and tries again; if it lasts, look at the disk",
                Remedy.RESTART_FROM_CHECKPOINT,
                e);
    }

    private static StaunchException failJob(String message) {
        return new StaunchException(message, Remedy.FAIL_JOB);
    }
}

package io.staunch.environment;

/** What a folder is opened for. */
public enum DiskAccess {
    /** To read what others write there. The folder must exist; nothing is created or changed. */
    READ,
    /** To read and write beside others who may only read. The folder and its parents are created if they are missing. */
    WRITE,
    /**
     * As {@link #WRITE}, for processes that must notice each other there: a file system whose cached attributes or missing locks would break
     * the checkpoint store's fence is refused.
     */
    OWN
}

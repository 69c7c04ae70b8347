package io.staunch.files;

/** What is done wrong, for a test that must find it. */
enum Broken {
    NOTHING,
    /** Files are shown whose bytes may not have reached the disk. */
    FILES_NOT_SYNCED,
    /** Names may not have reached the disk when it is said that they have. */
    NAMES_NOT_SYNCED,
    /** Files are shown before the checkpoint is durable. */
    SHOWN_BEFORE_DURABLE,
    /** What a dead process had prepared stays. */
    STRAYS_KEPT
}

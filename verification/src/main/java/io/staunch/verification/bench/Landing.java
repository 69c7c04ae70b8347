package io.staunch.verification.bench;

/** Where the rows of one run arrive, seen from outside of whoever writes them. Used by one thread. */
interface Landing extends AutoCloseable {
    /** Whether anything is visible. */
    boolean begun() throws Exception;

    /** Whether all input has arrived. */
    boolean ended() throws Exception;

    /** What processes other than the writer's have used for it so far, in seconds; 0 if there are none. */
    double cpuSeconds() throws Exception;

    /** When what became visible; to be asked when nothing is written any more. */
    Commits commits() throws Exception;

    /** Whether what is visible is, for each partition, its first records, each once; if not, what is wrong. When nothing is written any more. */
    String check() throws Exception;
}

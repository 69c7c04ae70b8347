package io.staunch.runtime.sink;

/**
 * What a follower's committer has to do, call by call. Handed over by the coordinator; from then on used by the committer's thread only.
 *
 * @param <C> the connection
 */
public interface CommitWork<C> {
    /** {@link #checkpoint} of work that commits none. */
    long NONE = -1;

    /** The checkpoint that is committed when all is done, or {@link #NONE}. */
    long checkpoint();

    /**
     * Makes one call that may block. If it throws, the same is tried again on another connection, or never.
     *
     * @return whether all is done
     */
    boolean call(C connection) throws Exception;
}

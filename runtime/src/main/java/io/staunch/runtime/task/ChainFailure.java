package io.staunch.runtime.task;

/** Carries a checked exception of the rest of a chain through a user's function, which must not be blamed for it. */
final class ChainFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private ChainFailure(Exception inner) {
        super(inner);
    }

    /** Hands a record on from inside a user's function. */
    static void guard(Receiver next, Object value, long timestamp) {
        try {
            next.accept(value, timestamp);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ChainFailure(e);
        }
    }

    Exception inner() {
        return (Exception) getCause();
    }
}

package io.staunch.aggregate;

import io.staunch.function.Aggregate;

/**
 * An aggregate from which a part can be taken out again, exactly, and for which the order of records does not matter. Sliding windows then
 * go on from the window before: what they do at each slide does not grow with the number of slides in a window.
 */
public interface InvertibleAggregate<T, A, R> extends Aggregate<T, A, R> {
    /**
     * What is left of a whole when a part is taken out that was merged into it or added to it: equal, as far as results go, to
     * the merge of all other parts.
     *
     * @param whole may be changed
     * @param part is not changed
     */
    A subtract(A whole, A part);
}

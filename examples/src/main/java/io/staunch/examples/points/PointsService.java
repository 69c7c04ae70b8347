package io.staunch.examples.points;

/** The service that keeps each customer's points, as its clients see it. */
public interface PointsService {
    /**
     * Sets the points of a customer, in one transaction with a look at who writes.
     *
     * @param writer number of the writer; once a higher one has written, a lower one is refused
     * @throws RuntimeException if it could not be set; it is not set later either
     */
    void put(String customer, long points, long writer);

    /** Adds to the points of a customer. Not to be used after a fault: who can say whether it was done before? */
    void add(String customer, long points);
}

package io.staunch.operators;

/** Times in milliseconds that stay at their bounds instead of going beyond. */
final class Times {
    private Times() {}

    /** The sum, or the bound that it would go beyond. */
    static long plus(long time, long millis) {
        long sum = time + millis;
        boolean beyond = ((time ^ sum) & (millis ^ sum)) < 0;
        return beyond ? (millis < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}

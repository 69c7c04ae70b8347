package io.staunch.testkit.simulation.random;

/**
 * What is kept of the records of a key.
 *
 * @param sum over the weights in their order
 * @param last the last one
 */
record Trail(long sum, Item last) {
    static final Trail NONE = new Trail(0, Item.of(0, 0, 0, 0));

    Trail plus(Item item) {
        return new Trail(sum * 31 + item.weight(), item);
    }

    /** The last item with the sum as its value, on its new track. */
    Item item(Keying keying) {
        return Item.of(keying.track(last), last.id(), last.key(), sum);
    }

    /**
     * The same to be changed in place.
     *
     * @param numbers sum, track behind the operator, id and key of the last one
     */
    record InPlace(long[] numbers) {
        static InPlace none() {
            return new InPlace(new long[4]);
        }

        InPlace add(Item item, long track) {
            numbers[0] = numbers[0] * 31 + item.weight();
            numbers[1] = track;
            numbers[2] = item.id();
            numbers[3] = item.key();
            return this;
        }

        Item item() {
            return Item.of(numbers[1], (int) numbers[2], (int) numbers[3], numbers[0]);
        }
    }
}

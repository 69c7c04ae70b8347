package io.staunch.protocol.walk.job;

import io.staunch.protocol.walk.Output;

/**
 * The lead's transactions; how its two ids are taken in turn is walked in the lead's own world.
 *
 * @param open what the interval being written holds
 * @param sealed what waits to be committed
 */
record Transactions(int open, int sealed) {
    static final Transactions NONE = new Transactions(Output.NONE, Output.NONE);

    Transactions written(int record) {
        return new Transactions(Output.with(open, record), sealed);
    }

    Transactions seal() {
        return new Transactions(Output.NONE, open);
    }

    Transactions committed() {
        return new Transactions(open, Output.NONE);
    }
}

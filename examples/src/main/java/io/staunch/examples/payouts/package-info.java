/** Payouts of a topic that a payment provider is asked for over HTTP: a write-ahead sink of one's own, with idempotency keys. */
@NullMarked
package io.staunch.examples.payouts;

import org.jspecify.annotations.NullMarked;

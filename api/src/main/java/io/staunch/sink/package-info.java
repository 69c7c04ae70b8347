/**
 * Sinks, as connector authors see them: a sink is a value that names its strength; connections give mechanism and decide nothing. What is
 * promised here is proven by {@code LeadContract}, {@code SinkContract} and {@code IdempotentSinkContract} in the test kit, for any sink.
 */
@NullMarked
package io.staunch.sink;

import org.jspecify.annotations.NullMarked;

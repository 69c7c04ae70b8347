/**
 * Sinks, as connector authors see them: a sink is a value that names its strength; connections give mechanism and decide nothing. What is
 * promised here is proven by {@code LeadContract} and {@code SinkContract} in the test kit, for any sink.
 */
@NullMarked
package io.staunch.sink;

import org.jspecify.annotations.NullMarked;

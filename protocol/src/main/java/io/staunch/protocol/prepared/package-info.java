/** Sinks that prepare: transactions that outlive their process, and who commits or rolls back which. Facts in, decision out. */
@NullMarked
package io.staunch.protocol.prepared;

import org.jspecify.annotations.NullMarked;

/** Idempotent sinks: who may write. Facts in, decision out. */
@NullMarked
package io.staunch.protocol.idempotent;

import org.jspecify.annotations.NullMarked;

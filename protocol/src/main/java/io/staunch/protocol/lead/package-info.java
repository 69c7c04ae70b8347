/** The lead: which transaction is written, sealed and committed, and who owns it. Facts in, decision out. */
@NullMarked
package io.staunch.protocol.lead;

import org.jspecify.annotations.NullMarked;

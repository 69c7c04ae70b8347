/** What an attempt does with what it finds when it starts. Facts in, decision out. */
@NullMarked
package io.staunch.protocol.recovery;

import org.jspecify.annotations.NullMarked;

/** Bytes in and out: the encodings that every format of Staunch is made of. */
@NullMarked
package io.staunch.protocol.bytes;

import org.jspecify.annotations.NullMarked;

/** Values as bytes by their type, and descriptions of types that checkpoints keep. */
@NullMarked
package io.staunch.protocol.codec;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.staunch.protocol.checkpoint;

import org.jspecify.annotations.NullMarked;

/** How far event time has come: decisions about watermarks, and what checkpoints hold of them. */
@NullMarked
package io.staunch.protocol.time;

import org.jspecify.annotations.NullMarked;

/** What checkpoints and ledgers hold, and how it is written: versioned, deterministic, and read strictly. */
@NullMarked
package io.staunch.protocol.format;

import org.jspecify.annotations.NullMarked;

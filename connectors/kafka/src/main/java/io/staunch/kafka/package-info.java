/** Reads topics as a replayable source, and writes them in one transaction per checkpoint with a commit ledger. */
@NullMarked
package io.staunch.kafka;

import org.jspecify.annotations.NullMarked;

/** Hashes of keys and the groups they fall into: the same in every JVM and release, since checkpoints depend on them. */
@NullMarked
package io.staunch.protocol.keys;

import org.jspecify.annotations.NullMarked;

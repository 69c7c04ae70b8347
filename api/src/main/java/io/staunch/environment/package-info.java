/** The seams through which the world comes in: time, identity, threads, storage and clients. A seed can replace them all. */
@NullMarked
package io.staunch.environment;

import org.jspecify.annotations.NullMarked;

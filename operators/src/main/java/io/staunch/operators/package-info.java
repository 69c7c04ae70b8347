/** Operators written once, against the kernel that {@link io.staunch.process.KeyedProcess} gives: keyed state, key, output. */
@NullMarked
package io.staunch.operators;

import org.jspecify.annotations.NullMarked;

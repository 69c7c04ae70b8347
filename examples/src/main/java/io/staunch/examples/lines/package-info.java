/** A sink of one's own over prepared transactions of PostgreSQL. */
@NullMarked
package io.staunch.examples.lines;

import org.jspecify.annotations.NullMarked;

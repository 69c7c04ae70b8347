/**
 * Windows, joins, deduplication and other operators, written once against the kernel interface, so that every
 * runner gives them the same meaning.
 */
@NullMarked
package io.staunch.operators;

import org.jspecify.annotations.NullMarked;

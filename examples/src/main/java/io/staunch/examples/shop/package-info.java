/** From a topic into a table of PostgreSQL, exactly once. */
@NullMarked
package io.staunch.examples.shop;

import org.jspecify.annotations.NullMarked;

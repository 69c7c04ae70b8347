/** From a table of PostgreSQL to a topic, exactly once. */
@NullMarked
package io.staunch.examples.outbox;

import org.jspecify.annotations.NullMarked;

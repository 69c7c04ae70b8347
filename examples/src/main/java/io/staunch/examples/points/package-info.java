/** Points for orders, kept up to date in another team's service: a sink of one's own, and the mistakes that the fault kit finds. */
@NullMarked
package io.staunch.examples.points;

import org.jspecify.annotations.NullMarked;

/** The description of a pipeline as data, for runners, printers and planners: nodes in the order in which they were added. */
@NullMarked
package io.staunch.graph;

import org.jspecify.annotations.NullMarked;

/** Tasks: one parallel instance each of a chain of operators, stepped by a worker. */
@NullMarked
package io.staunch.runtime.task;

import org.jspecify.annotations.NullMarked;

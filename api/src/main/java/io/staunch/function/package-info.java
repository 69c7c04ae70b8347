/** The functions of a pipeline. All are serialisable, so that a pipeline can be shipped and its lambdas' types read. */
@NullMarked
package io.staunch.function;

import org.jspecify.annotations.NullMarked;

/** The crash matrix: a job on a real broker, and every fault that is known by name, judged by somebody who only reads the output. */
@NullMarked
package io.staunch.verification.matrix;

import org.jspecify.annotations.NullMarked;

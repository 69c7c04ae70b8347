/** State backends, as implementors see them: where keyed state lives while a job runs, and how it gets into checkpoints. */
@NullMarked
package io.staunch.backend;

import org.jspecify.annotations.NullMarked;

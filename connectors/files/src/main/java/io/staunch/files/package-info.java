/** Files as source and sink. Both reach the file system by {@link io.staunch.environment.Disk} alone, so that a simulated one can stand in. */
@NullMarked
package io.staunch.files;

import org.jspecify.annotations.NullMarked;

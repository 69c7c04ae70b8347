/** The disk of this machine. */
@NullMarked
package io.staunch.statebackend.disk;

import org.jspecify.annotations.NullMarked;

/** Tests of the checkpoint store in a folder. */
@NullMarked
package io.staunch.statebackend.file;

import org.jspecify.annotations.NullMarked;

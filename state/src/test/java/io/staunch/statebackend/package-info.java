/** What the tests of the state module share. */
@NullMarked
package io.staunch.statebackend;

import org.jspecify.annotations.NullMarked;

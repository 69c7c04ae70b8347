/** Values that nobody may see, by the places where they are kept. */
@NullMarked
package io.staunch.secret;

import org.jspecify.annotations.NullMarked;

/** Windows over event time and over all records of a key: which there are, when they give results, and what becomes of late records. */
@NullMarked
package io.staunch.window;

import org.jspecify.annotations.NullMarked;

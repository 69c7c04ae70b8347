/** Files that older versions of a format have left, kept to show that newer ones read them. */
@NullMarked
package io.staunch.testkit.golden;

import org.jspecify.annotations.NullMarked;

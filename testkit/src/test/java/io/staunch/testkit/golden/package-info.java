@NullMarked
package io.staunch.testkit.golden;

import org.jspecify.annotations.NullMarked;

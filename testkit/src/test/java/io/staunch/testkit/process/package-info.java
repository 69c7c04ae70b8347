@NullMarked
package io.staunch.testkit.process;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.staunch.testkit.log;

import org.jspecify.annotations.NullMarked;

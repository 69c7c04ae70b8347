@NullMarked
package io.staunch.micrometer;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.staunch.operators;

import org.jspecify.annotations.NullMarked;

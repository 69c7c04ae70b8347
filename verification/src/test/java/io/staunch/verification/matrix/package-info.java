@NullMarked
package io.staunch.verification.matrix;

import org.jspecify.annotations.NullMarked;

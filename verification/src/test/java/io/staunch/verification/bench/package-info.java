@NullMarked
package io.staunch.verification.bench;

import org.jspecify.annotations.NullMarked;

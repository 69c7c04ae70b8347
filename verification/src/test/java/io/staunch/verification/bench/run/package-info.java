@NullMarked
package io.staunch.verification.bench.run;

import org.jspecify.annotations.NullMarked;

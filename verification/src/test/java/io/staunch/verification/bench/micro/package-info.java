@NullMarked
package io.staunch.verification.bench.micro;

import org.jspecify.annotations.NullMarked;

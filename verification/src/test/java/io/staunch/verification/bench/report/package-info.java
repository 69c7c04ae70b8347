@NullMarked
package io.staunch.verification.bench.report;

import org.jspecify.annotations.NullMarked;

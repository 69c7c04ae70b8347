@NullMarked
package io.staunch.runtime.enrich;

import org.jspecify.annotations.NullMarked;

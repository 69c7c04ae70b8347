@NullMarked
package io.staunch.protocol.format;

import org.jspecify.annotations.NullMarked;

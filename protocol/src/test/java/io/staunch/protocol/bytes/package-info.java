@NullMarked
package io.staunch.protocol.bytes;

import org.jspecify.annotations.NullMarked;

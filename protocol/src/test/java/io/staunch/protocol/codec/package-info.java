@NullMarked
package io.staunch.protocol.codec;

import org.jspecify.annotations.NullMarked;

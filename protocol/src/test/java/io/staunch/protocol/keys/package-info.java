@NullMarked
package io.staunch.protocol.keys;

import org.jspecify.annotations.NullMarked;

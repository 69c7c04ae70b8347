@NullMarked
package io.staunch.protocol.time;

import org.jspecify.annotations.NullMarked;

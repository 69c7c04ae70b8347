@NullMarked
package io.staunch.protocol.refused;

import org.jspecify.annotations.NullMarked;

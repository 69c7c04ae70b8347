@NullMarked
package io.staunch.kafka;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.staunch.files;

import org.jspecify.annotations.NullMarked;

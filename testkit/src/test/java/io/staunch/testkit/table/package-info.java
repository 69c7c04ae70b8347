@NullMarked
package io.staunch.testkit.table;

import org.jspecify.annotations.NullMarked;

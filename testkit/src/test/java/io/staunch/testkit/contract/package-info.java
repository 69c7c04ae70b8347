/** Each contract can fail: doubles that break one promise are found. */
@NullMarked
package io.staunch.testkit.contract;

import org.jspecify.annotations.NullMarked;

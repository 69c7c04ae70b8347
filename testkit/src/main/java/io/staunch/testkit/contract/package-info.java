/**
 * Contract suites: abstract JUnit classes, one for each interface that others implement. An implementation is tested by a subclass that says
 * how to make one; each test names the promise that it proves.
 */
@NullMarked
package io.staunch.testkit.contract;

import org.jspecify.annotations.NullMarked;

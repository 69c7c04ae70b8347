/** The fault kit as a user meets it: pipelines with sources and sinks that no simulation knows, and the extension for JUnit. */
@NullMarked
package io.staunch.verification.kit;

import org.jspecify.annotations.NullMarked;

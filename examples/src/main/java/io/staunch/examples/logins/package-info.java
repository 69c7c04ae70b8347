/** Users who logged in during the last hour, counted each minute. */
@NullMarked
package io.staunch.examples.logins;

import org.jspecify.annotations.NullMarked;

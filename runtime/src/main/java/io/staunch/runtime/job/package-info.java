/** One job: its coordinator, the execution it controls, and what it shows to others. */
@NullMarked
package io.staunch.runtime.job;

import org.jspecify.annotations.NullMarked;

/** What a job lets others see: its protocol events in order, its status, health and metrics. */
@NullMarked
package io.staunch.observe;

import org.jspecify.annotations.NullMarked;

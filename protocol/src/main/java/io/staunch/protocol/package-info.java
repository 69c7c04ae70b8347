/** Pure decisions, formats and codecs: functions from facts to a decision, without I/O, clock, thread or log. */
@NullMarked
package io.staunch.protocol;

import org.jspecify.annotations.NullMarked;

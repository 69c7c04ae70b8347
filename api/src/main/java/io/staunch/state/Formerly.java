package io.staunch.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names under which a checkpoint may know what is named otherwise now: a component of a record, a constant of an enum, or a record or enum
 * that a sealed interface permits (by simple name). Classes that are not told apart by a sealed interface may be renamed without it.
 *
 * <p>A former name counts where the present one was not written yet; if somebody else has that name by then, the start is refused. A constant
 * or permitted type may stand for several former ones.
 *
 * <pre>{@code
 * record Order(long id, @Formerly("qty") long quantity) {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE})
public @interface Formerly {
    /** The former names. */
    String[] value();
}

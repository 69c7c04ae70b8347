package io.staunch.jdbc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The column of a record's component, where it is not the component's name in snake case. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ColumnName {
    /** As it would stand in SQL: without quotes it is folded as the database folds names. */
    String value();
}

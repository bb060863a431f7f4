package io.millrace.parsers.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The key of a record component in a model file, and the range of a number. The annotation is
 * required if the key differs from the name of the component. For a component that is a record, it
 * specifies the prefix of that record's keys.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {

    /** Returns the key; {@code *} for the name of the component. */
    String value() default "*";

    /** Returns the minimum of a number. */
    int min() default 0;

    /** Returns the maximum of a number. */
    int max() default Integer.MAX_VALUE;
}

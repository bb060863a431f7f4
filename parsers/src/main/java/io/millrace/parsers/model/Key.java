package io.millrace.parsers.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The key of a record component in a model file, where that is not the component's name, and the
 * range of a number. The key of a component that is a record itself is the prefix of its keys.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {

    /** Returns the key; {@code *} for the name of the component. */
    String value() default "*";

    /** Returns the smallest number permitted. */
    int min() default 0;

    /** Returns the largest number permitted. */
    int max() default Integer.MAX_VALUE;
}

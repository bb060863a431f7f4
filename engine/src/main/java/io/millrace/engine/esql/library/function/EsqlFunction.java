package io.millrace.engine.esql.library.function;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A built-in function of ESQL: a public static method.
 *
 * <p>Its parameters are the arguments in order: {@code Value} for an expression, {@code Element}
 * for a field reference (null where the field is missing), {@code List<Element>} for a list, {@code
 * Value[]} (last) for any number of expressions; an {@code EsqlEnvironment} may come first. Methods
 * of the same class and Java name without the annotation are the same function with other numbers
 * of arguments.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface EsqlFunction {

    /** In capitals. */
    String name();

    /** Other names of the same function. */
    String[] aliases() default {};

    /** The section of the reference page. */
    String group();

    /**
     * How it is written, where that is not a name with arguments in parentheses: {@code SUBSTRING(s
     * FROM n [FOR m])}.
     */
    String syntax() default "";

    /** One sentence or two. */
    String description();

    /** Whether a call without arguments is written without parentheses, as CURRENT_DATE is. */
    boolean bare() default false;

    /** {@code expression = literal}, or {@code expression IS NULL}; each is run as a test. */
    String[] examples() default {};
}

package io.millrace.engine.esql;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A function of ESQL, implemented by a public static method of Millrace or of a {@link
 * FunctionLibrary}.
 *
 * <p>The parameters of the method are the arguments in order:
 *
 * <ul>
 *   <li>{@code Value} for an expression
 *   <li>{@code Element} for a field reference (null if the field is missing)
 *   <li>{@code List<Element>} for a list
 *   <li>{@code Value[]} (last) for any number of expressions
 * </ul>
 *
 * <p>NULL is passed as null. The method returns a {@code Value} or an {@code Element}. In functions
 * of Millrace, the first parameter can be an {@code EsqlEnvironment}. Methods of the same class and
 * Java name without the annotation are variants of the function with other numbers of arguments.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface EsqlFunction {

    /** Name of the function in upper case. */
    String name();

    /** Other names of the same function. */
    String[] aliases() default {};

    /** Section of the ESQL reference page that contains the function. */
    String group();

    /**
     * Special syntax, for example {@code SUBSTRING(s FROM n [FOR m])}; empty for a name with
     * arguments in parentheses.
     */
    String syntax() default "";

    /** Description in one or more sentences. */
    String description();

    /** Whether a call without arguments has no parentheses, like CURRENT_DATE. */
    boolean bare() default false;

    /**
     * Examples of the form {@code expression = literal} or {@code expression IS NULL}. A test runs
     * the examples of all functions of Millrace.
     */
    String[] examples() default {};
}

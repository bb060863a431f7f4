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
 * <p>NULL is null. The result is a {@code Value} or an {@code Element}. In functions of Millrace,
 * the first parameter can be an {@code EsqlEnvironment}. Methods of the same class and Java name
 * without the annotation are variants of the function with other numbers of arguments.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface EsqlFunction {

    /** Name in upper case. */
    String name();

    /** Other names of the same function. */
    String[] aliases() default {};

    /** Section of the reference page. */
    String group();

    /**
     * Syntax, if it is not a name with arguments in parentheses: {@code SUBSTRING(s FROM n [FOR
     * m])}.
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

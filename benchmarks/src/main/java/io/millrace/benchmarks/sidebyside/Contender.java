package io.millrace.benchmarks.sidebyside;

import java.util.Map;

/**
 * One of two who do the same work.
 *
 * @param who for tables, for example {@code aalto}
 * @param benchmark a class of JMH's with {@code @Param} fields
 * @param method its {@code @Benchmark} method, without arguments
 * @param parameters values of {@code @Param} fields by name; the others have their first
 * @param units how many the work has, of which each is to cost as much; mostly 1
 */
public record Contender(
        String who, Class<?> benchmark, String method, Map<String, String> parameters, int units) {

    Contender(String who, Class<?> benchmark, String method, Map<String, String> parameters) {
        this(who, benchmark, method, parameters, 1);
    }

    /** The same work under another name. */
    Contender as(String name) {
        return new Contender(name, benchmark, method, parameters, units);
    }
}

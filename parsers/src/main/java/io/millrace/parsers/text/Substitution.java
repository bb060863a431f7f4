package io.millrace.parsers.text;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

/** A substitution of parameters in the values of a file. Safe for use by several threads. */
@FunctionalInterface
public interface Substitution {

    /** A substitution that leaves every value as it is. */
    Substitution NONE = (text, place, problems) -> text;

    /** Returns a value with its parameters replaced. Reports a parameter without a value. */
    String fill(String text, Place place, Problems problems);
}

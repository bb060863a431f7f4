package io.millrace.flows.test;

import io.millrace.engine.error.Place;

/**
 * A value that a test expects, with its position in the test.
 *
 * @param text the value as written; null if no value is expected
 * @param number whether it is written as a number, so that 10 and 10.0 are equal
 */
record Expected(String text, boolean number, Place place) {}

package io.millrace.flows.test;

import io.millrace.engine.error.Place;

/**
 * A value that a test expects, with its position in the test.
 *
 * @param text value as written; null if no value is expected
 * @param number whether the value is written as a number; 10 and 10.0 are then equal
 */
record Expected(String text, boolean number, Place place) {}

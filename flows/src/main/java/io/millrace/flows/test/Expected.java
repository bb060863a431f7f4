package io.millrace.flows.test;

import io.millrace.engine.error.Place;

/**
 * A value that a test expects, and where it says so.
 *
 * @param text as written; null for nothing at all
 * @param number whether it is written as a number, so that 10 and 10.0 are the same
 */
public record Expected(String text, boolean number, Place place) {}

package io.millrace.flows.library;

import io.millrace.engine.error.Place;

/**
 * An object of a class that a service file of a jar lists.
 *
 * @param place position of the class in the service file
 */
record Service<T>(T object, Place place) {}

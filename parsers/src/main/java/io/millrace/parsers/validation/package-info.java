/**
 * Validation: message trees compared with models, whatever bytes they came from.
 *
 * <p>In come a message set and, when a message is validated, its tree; out go failures, to {@link
 * io.millrace.engine.parser.ValidationFailures}. A type of the model is compiled once, when an
 * application is deployed. Begin with {@link io.millrace.parsers.validation.Validator}.
 */
package io.millrace.parsers.validation;

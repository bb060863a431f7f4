/**
 * Validation: message trees compared with models, whatever bytes they came from.
 *
 * <p>Input: a message set and, when a message is validated, its tree. Output: failures, for {@link
 * io.millrace.engine.parser.ValidationFailures}. A type of the model is compiled once, when an
 * application is deployed. Begin with {@link io.millrace.parsers.validation.Validator}.
 */
package io.millrace.parsers.validation;

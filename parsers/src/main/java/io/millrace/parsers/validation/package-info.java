/**
 * Validation: compares message trees with models, for all formats.
 *
 * <p>Input: a message set and, when a message is validated, its tree. Output: failures, for {@link
 * io.millrace.engine.parser.ValidationFailures}. A type of the model is compiled once, when an
 * application is deployed. Begin with {@link io.millrace.parsers.validation.Validator}.
 */
package io.millrace.parsers.validation;

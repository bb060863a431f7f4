/**
 * Validation of message trees against models, for all formats.
 *
 * <p>Input: a message set and the tree of a message. Output: failures, for {@link
 * io.millrace.engine.parser.ValidationFailures}. A type of the model is compiled once, when an
 * application is deployed. Begin with {@link io.millrace.parsers.validation.Validator}.
 */
package io.millrace.parsers.validation;

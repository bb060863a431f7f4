/**
 * The messaging standards EDIFACT, X12, HL7, SWIFT and others: the markup that each prescribes, and
 * the service strings (UNA, ISA, MSH) in which a message specifies its own delimiters.
 *
 * <p>{@code StandardMarkup} completes the properties of groups, {@code ServiceReader} reads the
 * {@link io.millrace.parsers.mrm.tds.standards.Delimiters} of a message. Begin with {@code
 * StandardMarkup}.
 */
package io.millrace.parsers.mrm.tds.standards;

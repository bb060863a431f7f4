/**
 * Tagged/Delimited String formats of the domain MRM.
 *
 * <p>Input: bytes. Output: a folder of fields. The package also writes such folders as bytes.
 * {@code layout} compiles a message of a model, {@code standards} contains the markup of EDIFACT,
 * X12, HL7 and SWIFT, {@code markup} the markup as bytes, {@code scan} reads and {@code write}
 * writes. Each package imports only those before it in this order: standards, layout, markup, scan,
 * write. The entry type is {@link io.millrace.parsers.mrm.tds.TdsMessage}.
 */
package io.millrace.parsers.mrm.tds;

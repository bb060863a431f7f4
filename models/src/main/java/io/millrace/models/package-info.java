/**
 * Import and export of message sets. COBOL copybooks, C headers, XML Schemas and message definition
 * files can be imported. XML Schemas, DTDs, copybooks, HTML pages and sample messages can be
 * exported.
 *
 * <p>An importer returns an {@link io.millrace.models.ImportResult}: the message set, and a {@link
 * io.millrace.models.ConversionReport} of the constructs that were changed or dropped. {@link
 * io.millrace.models.NearbyFiles} finds included files. Each source language has a package: {@code
 * cobol}, {@code c}, {@code xsd}; {@code export} contains all exporters. Begin with {@link
 * io.millrace.models.cobol.Copybook}.
 */
package io.millrace.models;

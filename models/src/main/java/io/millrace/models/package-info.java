/**
 * Import and export of message sets: COBOL copybooks, C headers, XML Schemas and message definition
 * files become message sets; message sets become XML Schemas, DTDs, copybooks, HTML pages and
 * sample messages.
 *
 * <p>An importer returns an {@link io.millrace.models.ImportResult}: the message set, and a {@link
 * io.millrace.models.ConversionReport} of what was changed or dropped. The files that an import
 * includes come from {@link io.millrace.models.NearbyFiles}. Each language is a package: {@code
 * cobol}, {@code c}, {@code xsd}; {@code export} holds all exporters. Begin with {@link
 * io.millrace.models.cobol.Copybook}.
 */
package io.millrace.models;

/**
 * Export of message sets to other languages, and generation of sample messages.
 *
 * <p>{@link io.millrace.models.export.ModelExport} writes a message set as an XML Schema, a DTD, a
 * COBOL copybook or an HTML page. Parts that the other language cannot express are reported. {@link
 * io.millrace.models.export.SampleMessages} creates valid messages of a model. This package uses
 * the models and the parsers of their messages. It takes the layout of records from {@code
 * mrm.cwf}.
 */
package io.millrace.models.export;

/**
 * Message sets in other languages, and samples of their messages.
 *
 * <p>{@link io.millrace.models.export.ModelExport} writes a message set as an XML Schema, a DTD, a
 * COBOL copybook or an HTML page. Parts that the other language cannot express are reported. {@link
 * io.millrace.models.export.SampleMessages} creates messages that are valid by a model. This
 * package uses models and the parsers that read messages by them: records are described with the
 * layout of {@code mrm.cwf}.
 */
package io.millrace.models.export;

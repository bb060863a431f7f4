/**
 * Message sets in other languages, and samples of their messages.
 *
 * <p>{@link io.millrace.models.export.ModelExport} writes a message set as an XML Schema, a DTD, a
 * COBOL copybook or a page for people; what the other language cannot express is reported. {@link
 * io.millrace.models.export.SampleMessages} makes messages that are valid by a model. This package
 * stands above models and the parsers that read messages by them: records are described as {@code
 * mrm.cwf} lays them out.
 */
package io.millrace.models.export;

package io.millrace.models.export;

import io.millrace.models.ConversionReport;

/**
 * A message set in another language.
 *
 * @param report parts that the other language cannot express
 */
public record ExportResult(String text, ConversionReport report) {}

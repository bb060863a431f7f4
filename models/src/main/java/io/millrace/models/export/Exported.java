package io.millrace.models.export;

import io.millrace.models.ImportReport;

import java.util.Objects;

/**
 * A message set in another language.
 *
 * @param report what that cannot say
 */
public record Exported(String text, ImportReport report) {

    public Exported {
        Objects.requireNonNull(text);
        Objects.requireNonNull(report);
    }
}

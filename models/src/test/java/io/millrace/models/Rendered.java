package io.millrace.models;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;

import java.util.List;

/** Problems and notes as users see them. */
public final class Rendered {

    private Rendered() {}

    public static List<String> problems(Problems problems) {
        return problems.all().stream().map(Problem::render).toList();
    }

    public static List<String> notes(ImportResult imported) {
        return imported.report().notes().stream().map(ConversionReport.Note::toString).toList();
    }
}

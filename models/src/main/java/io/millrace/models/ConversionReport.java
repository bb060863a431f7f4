package io.millrace.models;

import static io.millrace.engine.error.ErrorCode.MODEL_IMPORT;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A report of the constructs that an import or export changed or dropped, and of the problems of
 * the imported file. The methods that add entries have the parameters of {@link String#format}. Not
 * safe for use by several threads.
 */
public final class ConversionReport {

    /** Maximum number of notes. Further notes are only counted. */
    private static final int MAX_NOTES = 10_000;

    /** The result of the conversion of a construct. */
    public enum Kind {
        CHANGED,
        DROPPED,
        /** A part of the model file that must be completed before a flow can use the model. */
        INCOMPLETE
    }

    /**
     * @param text text: one sentence without a full stop
     */
    public record Note(Kind kind, Place place, String text) {
        @Override
        public String toString() {
            return place + ": " + kind.name().toLowerCase(Locale.ROOT) + ": " + text;
        }
    }

    private final Set<Note> notes = new LinkedHashSet<>();
    private final Problems problems = new Problems();
    private final Set<Problem> reported = new HashSet<>();

    public void changed(Place place, String text, Object... values) {
        note(Kind.CHANGED, place, text.formatted(values));
    }

    public void dropped(Place place, String text, Object... values) {
        note(Kind.DROPPED, place, text.formatted(values));
    }

    /**
     * Reports a part of the converted model that must be completed, because {@code check} would
     * reject it.
     */
    void incomplete(Problem problem) {
        String hint = problem.hint().isEmpty() ? "" : "; " + problem.hint();
        note(Kind.INCOMPLETE, problem.place(), problem.text() + hint);
    }

    private void note(Kind kind, Place place, String text) {
        if (notes.size() < MAX_NOTES) {
            notes.add(new Note(kind, place, text));
        }
    }

    /** Reports an error in the imported file. */
    public void problem(Place place, String found, Object... values) {
        add(Problem.error(MODEL_IMPORT, place, found.formatted(values), ""));
    }

    /**
     * Reports an error in the imported file.
     *
     * @param hint advice; empty if there is none
     */
    public void advise(Place place, String hint, String found, Object... values) {
        add(Problem.error(MODEL_IMPORT, place, found.formatted(values), hint));
    }

    /** Adds a problem once, even if a construct is converted several times. */
    private void add(Problem problem) {
        if (reported.add(problem)) {
            problems.add(problem);
        }
    }

    /** Returns the problems of the imported file. */
    public Problems problems() {
        return problems;
    }

    /** Returns the notes, sorted by their position in the file. */
    public List<Note> notes() {
        return List.copyOf(notes);
    }
}

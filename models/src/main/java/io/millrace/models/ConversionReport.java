package io.millrace.models;

import static io.millrace.engine.error.ErrorCode.MODEL_IMPORT;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What an import or export changed or dropped, and the problems of the file that is imported. The
 * methods that add to it format a text with values, as {@link String#format}. Not for use by
 * several threads.
 */
public final class ConversionReport {

    /** Maximum number of notes; more are only counted. */
    private static final int MAX_NOTES = 10_000;

    /** Whether a construct was changed or dropped. */
    public enum Kind {
        CHANGED,
        DROPPED
    }

    /**
     * @param text one sentence without a full stop
     */
    public record Note(Kind kind, Place place, String text) {
        @Override
        public String toString() {
            return place + ": " + kind.name().toLowerCase(Locale.ROOT) + ": " + text;
        }
    }

    private final Set<Note> notes = new LinkedHashSet<>();
    private final Problems problems = new Problems();

    public void changed(Place place, String text, Object... values) {
        note(Kind.CHANGED, place, text.formatted(values));
    }

    public void dropped(Place place, String text, Object... values) {
        note(Kind.DROPPED, place, text.formatted(values));
    }

    private void note(Kind kind, Place place, String text) {
        if (notes.size() < MAX_NOTES) {
            notes.add(new Note(kind, place, text));
        }
    }

    /** Reports an error of the file that is imported. */
    public void problem(Place place, String found, Object... values) {
        problems.error(MODEL_IMPORT, place, found.formatted(values));
    }

    /** Reports an error of the file that is imported, with advice; empty for none. */
    public void advise(Place place, String hint, String found, Object... values) {
        problems.error(MODEL_IMPORT, place, found.formatted(values), hint);
    }

    /** Returns the problems of the file that is imported. */
    public Problems problems() {
        return problems;
    }

    /** In the order of the file, as far as one thing led to one note. */
    public List<Note> notes() {
        return List.copyOf(notes);
    }
}

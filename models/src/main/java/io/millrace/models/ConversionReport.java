package io.millrace.models;

import io.millrace.engine.error.Place;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The changes that an import or export made, and the parts that it dropped. Not safe for use by
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

    public void changed(Place place, String text) {
        note(Kind.CHANGED, place, text);
    }

    public void dropped(Place place, String text) {
        note(Kind.DROPPED, place, text);
    }

    private void note(Kind kind, Place place, String text) {
        if (notes.size() < MAX_NOTES) {
            notes.add(new Note(kind, place, text));
        }
    }

    /** Returns the notes in the order of the file. */
    public List<Note> notes() {
        return List.copyOf(notes);
    }
}

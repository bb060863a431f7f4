package io.millrace.parsers.model.cobol;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.List;

/** What an import could not take over as it was. */
public final class ImportReport {

    /** Whether something is there in another way, or not at all. */
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
            return place + ": " + kind.name().toLowerCase(java.util.Locale.ROOT) + ": " + text;
        }
    }

    private final List<Note> notes = new ArrayList<>();

    ImportReport() {}

    void changed(Place place, String text) {
        notes.add(new Note(Kind.CHANGED, place, text));
    }

    void dropped(Place place, String text) {
        notes.add(new Note(Kind.DROPPED, place, text));
    }

    /** In the order of the file, as far as one thing led to one note. */
    public List<Note> notes() {
        return List.copyOf(notes);
    }
}

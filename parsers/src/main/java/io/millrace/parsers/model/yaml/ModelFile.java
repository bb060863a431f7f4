package io.millrace.parsers.model.yaml;

import static java.util.Objects.requireNonNull;

import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;

/** A message set and the source positions of its parts. */
public record ModelFile(MessageSet set, ModelPlaces places) {

    public ModelFile {
        requireNonNull(set);
        requireNonNull(places);
    }
}

package io.millrace.parsers.model.yaml;

import static java.util.Objects.requireNonNull;

import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;

/** A message set and where its parts are written. */
public record ModelFile(MessageSet set, ModelPlaces places) {

    public ModelFile {
        requireNonNull(set);
        requireNonNull(places);
    }
}

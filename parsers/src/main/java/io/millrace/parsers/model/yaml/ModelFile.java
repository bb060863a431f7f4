package io.millrace.parsers.model.yaml;

import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;

import java.util.Objects;

/** A message set and the positions of its parts in the file. */
public record ModelFile(MessageSet set, ModelPlaces places) {

    public ModelFile {
        Objects.requireNonNull(set);
        Objects.requireNonNull(places);
    }
}

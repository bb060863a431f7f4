package io.millrace.parsers.model.yaml;

import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;

/** A message set and the source positions of its parts. */
public record ModelFile(MessageSet set, ModelPlaces places) {}

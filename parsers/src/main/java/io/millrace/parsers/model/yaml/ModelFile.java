package io.millrace.parsers.model.yaml;

import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;

/** A message set and where its parts are written. */
public record ModelFile(MessageSet set, ModelPlaces places) {}

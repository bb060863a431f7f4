package io.millrace.engine.parser;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.List;

/**
 * A message domain whose formats are described by models of an application. The parser that {@link
 * java.util.ServiceLoader} finds has no models. Each version of an application has a separate
 * parser with the models of that version.
 */
public interface ModelParser extends Parser {

    /** Suffix of the names of model files. */
    String SUFFIX = ".model.yaml";

    /**
     * Returns a parser of the same domain with the models of an application.
     *
     * @param models all model files of the application, sorted by name
     * @param problems receiver of the problems of the models
     * @return parser with the valid models
     */
    Parser with(List<Source> models, Problems problems);

    /**
     * Returns the paths of the fields that the models declare as sensitive. They apply to the trees
     * of all domains.
     */
    default List<List<String>> sensitiveFields() {
        return List.of();
    }
}

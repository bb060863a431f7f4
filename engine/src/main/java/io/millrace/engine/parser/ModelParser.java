package io.millrace.engine.parser;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.List;

/**
 * A message domain whose formats are described by models that belong to an application. The parser
 * that {@link java.util.ServiceLoader} finds knows no models; each application version has its own
 * that knows its models.
 */
public interface ModelParser extends Parser {

    /** What the names of model files end in. */
    String SUFFIX = ".model.yaml";

    /**
     * The same domain with the models of an application.
     *
     * @param models all model files of the application, in the order of their names
     * @param problems takes what is wrong with them, at its place
     * @return a parser that knows what could be understood; never null
     */
    Parser with(List<Source> models, Problems problems);
}

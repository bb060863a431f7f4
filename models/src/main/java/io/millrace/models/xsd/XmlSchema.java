package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.parsers.model.MessageSet;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The import of XML Schemas (W3C, version 1.0).
 *
 * <p>Global elements with children become messages; named types, groups and elements keep their
 * names. Extensions and restrictions are resolved, substitution groups become choices, wildcards
 * make the content open. Included and imported schemas are read from the folders of the first
 * schema, never from a network. Safe for use by several threads.
 */
public final class XmlSchema {

    /** Name of the physical format of the imported messages. */
    public static final String FORMAT = "XML1";

    private XmlSchema() {}

    /**
     * Imports schemas.
     *
     * @param schemas schemas; the first specifies the namespace of the message set
     * @param name name of the message set
     * @param files finder of included and imported schemas
     * @param problems receives the errors in the schemas, with their positions
     */
    public static ImportResult read(
            List<Source> schemas, String name, NearbyFiles files, Problems problems) {
        return read(
                schemas,
                name,
                "",
                files,
                new AnnotationReader() {},
                new ConversionReport(),
                problems);
    }

    static ImportResult read(
            List<Source> sources,
            String name,
            String identifier,
            NearbyFiles files,
            AnnotationReader annotations,
            ConversionReport report,
            Problems problems) {
        SchemaFiles schemas = new SchemaFiles(files, report);
        var namespaces = new ArrayList<String>();
        sources.forEach(source -> namespaces.add(schemas.add(source)));
        namespaces.removeIf(Objects::isNull);
        return ImportResult.of(
                report,
                () -> {
                    try {
                        MessageSet made =
                                new SchemaModelBuilder(
                                                namespaces.getFirst(), schemas, annotations, report)
                                        .build(name, identifier);
                        if (isEmpty(made)) {
                            report.problem(
                                    sources.getFirst().at(0),
                                    "found no declaration, expected a global element, type or"
                                            + " group");
                        }
                        return made;
                    } catch (ComplexTypes.TooLargeException e) {
                        report.problem(sources.getFirst().at(0), e.getMessage());
                        return null;
                    }
                },
                problems);
    }

    private static boolean isEmpty(MessageSet set) {
        return set.messages().isEmpty()
                && set.types().isEmpty()
                && set.groups().isEmpty()
                && set.elements().isEmpty();
    }
}

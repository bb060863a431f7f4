package io.millrace.models.xsd;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.parsers.model.MessageSet;

import java.util.List;
import java.util.Optional;

/**
 * The import of XML Schemas (W3C, version 1.0).
 *
 * <p>Global elements that hold others become messages; types, groups and elements that have a name
 * keep it. Extensions and restrictions are resolved, substitution groups become choices, wildcards
 * open the content. Schemas that are included or imported are read from beside the first one, never
 * from a network. Safe to use from several threads.
 */
public final class XmlSchema {

    /** The name of the physical format that messages get. */
    public static final String FORMAT = "XML1";

    private XmlSchema() {}

    /**
     * Imports schemas.
     *
     * @param schemas the first gives the message set its namespace
     * @param name of the message set
     * @param files schemas that these can include and import
     * @param problems takes what is wrong with the schemas, with its place
     */
    public static ImportResult read(
            List<Source> schemas, String name, NearbyFiles files, Problems problems) {
        return read(
                schemas,
                name,
                "",
                files,
                new XmlOnlyAnnotations(),
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
        Problems found = new Problems();
        SchemaFiles schemas = new SchemaFiles(files, found, report);
        String namespace = null;
        for (Source source : sources) {
            String own = schemas.add(source);
            namespace = namespace == null ? own : namespace;
        }
        MessageSet set = null;
        if (!found.hasErrors()) {
            SchemaModelBuilder builder =
                    new SchemaModelBuilder(
                            namespace == null ? "" : namespace,
                            schemas,
                            annotations,
                            found,
                            report);
            try {
                set = builder.build(name, identifier);
            } catch (ComplexTypes.TooLargeException e) {
                found.error(ErrorCode.MODEL_IMPORT, sources.getFirst().at(0), e.getMessage());
            }
        }
        problems.addAll(found);
        return new ImportResult(
                found.hasErrors() ? Optional.empty() : Optional.ofNullable(set), report);
    }
}

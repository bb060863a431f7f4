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
 * <p>Global elements with children become messages; types, groups and elements with a name keep it.
 * Extensions and restrictions are resolved, substitution groups become choices, wildcards make the
 * content open. Included and imported schemas are read from the folders of the first one, never
 * from a network. Safe to use from several threads.
 */
public final class XmlSchema {

    /** The name of the physical format that messages get. */
    public static final String FORMAT = "XML1";

    private XmlSchema() {}

    /**
     * Imports schemas.
     *
     * @param schemas schemas; the first specifies the namespace of the message set
     * @param name of the message set
     * @param files schemas that these can include and import
     * @param problems receives the errors in the schemas, with their positions
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

package io.millrace.projects.convert;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.models.xsd.MessageDefinition;
import io.millrace.models.xsd.XmlSchema;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The conversion of message sets and XML Schemas. A message set has the name of its folder, the
 * schemas of a project have the name of the project.
 */
final class ModelConverter {

    private static final String SET = "messageSet.mset";
    private static final String DFDL = "http://www.ogf.org/dfdl/";

    private final Findings findings;
    private final Map<String, Source> models = new LinkedHashMap<>();

    private ModelConverter(Findings findings) {
        this.findings = findings;
    }

    /** Returns the message sets as {@code *.model.yaml} by their names. */
    static Map<String, Source> convert(List<Project> projects, Findings findings) {
        ModelConverter converter = new ModelConverter(findings);
        projects.forEach(converter::project);
        return converter.models;
    }

    private void project(Project project) {
        for (ProjectFile set : project.files().values()) {
            if (set.name().equals(SET)) {
                messageSet(project, set);
            }
        }
        List<Source> schemas = new ArrayList<>();
        for (ProjectFile file : project.withSuffix(".xsd")) {
            Source source = file.source(findings.problems());
            if (source != null && !source.text().contains(DFDL)) {
                schemas.add(source);
            } else if (source != null) {
                record(Level.MISSING, source, "no parser of Millrace reads DFDL");
            }
        }
        if (!schemas.isEmpty() && !models.containsKey(project.name())) {
            Problems problems = new Problems();
            ImportResult result = XmlSchema.read(schemas, project.name(), files(project), problems);
            add(project.name(), schemas.getFirst(), result, problems);
        }
    }

    private void messageSet(Project project, ProjectFile set) {
        String folder = set.folder();
        String name =
                folder.isEmpty() ? project.name() : folder.substring(folder.lastIndexOf('/') + 1);
        List<Source> definitions = new ArrayList<>();
        for (ProjectFile file : project.withSuffix(".mxsd")) {
            Source source =
                    folder.isEmpty() || file.path().startsWith(folder + "/")
                            ? file.source(findings.problems())
                            : null;
            if (source != null) {
                definitions.add(source);
            }
        }
        if (!definitions.isEmpty()) {
            Problems problems = new Problems();
            ImportResult result =
                    MessageDefinition.read(definitions, name, files(project), problems);
            add(name, definitions.getFirst(), result, problems);
        }
    }

    private void add(String name, Source first, ImportResult result, Problems problems) {
        for (Problem problem : problems.all()) {
            boolean error = problem.severity() == Severity.ERROR;
            findings.difference(
                    finding(error ? Level.MISSING : Level.NEAR, problem.place(), problem.text()));
        }
        for (ConversionReport.Note note : result.report().notes()) {
            findings.add(finding(Level.NEAR, note.place(), note.text()));
        }
        if (result.set().isPresent() && !problems.hasErrors()) {
            String text = ModelYaml.write(result.set().orElseThrow());
            models.put(name, new Source(first.name() + ModelYaml.SUFFIX, text));
            record(Level.SAME, first, "message set " + name);
        }
    }

    private void record(Level level, Source source, String text) {
        findings.add(finding(level, new Place(source, 1, 1, 1), text));
    }

    private static Finding finding(Level level, Place place, String text) {
        return new Finding(level, place, "", "", "model", "", text);
    }

    /** Returns a finder of the files of a project by paths relative to the including file. */
    private NearbyFiles files(Project project) {
        Map<String, String> paths = new HashMap<>();
        project.files().values().forEach(f -> paths.put(f.shown(), f.path()));
        return (from, location) -> {
            String path = paths.get(from.name());
            ProjectFile file = path == null ? null : project.files().get(resolve(path, location));
            Source source = file == null ? null : file.source(new Problems());
            return Optional.ofNullable(source);
        };
    }

    /** Returns the path of a location that is relative to the folder of a file. */
    private static String resolve(String path, String location) {
        List<String> parts = new ArrayList<>(List.of(path.split("/")));
        parts.removeLast();
        for (String part : location.replace('\\', '/').split("/")) {
            if (part.equals("..") && !parts.isEmpty()) {
                parts.removeLast();
            } else if (!part.equals(".") && !part.isEmpty()) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }
}

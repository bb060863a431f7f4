package io.millrace.projects;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A writer of small projects for tests. */
final class TestProject {

    private final Path folder;
    private final List<String> references = new ArrayList<>();

    TestProject(Path workspace, String name) {
        folder = workspace.resolve(name);
        write(
                ".project",
                """
                <projectDescription><name>%s</name><projects/><natures>
                <nature>com.ibm.etools.msgbroker.tooling.messageBrokerProjectNature</nature>
                </natures></projectDescription>
                """
                        .formatted(name));
    }

    Path folder() {
        return folder;
    }

    TestProject references(String... names) {
        references.addAll(List.of(names));
        StringBuilder projects = new StringBuilder();
        references.forEach(r -> projects.append("<project>").append(r).append("</project>"));
        return write(
                ".project",
                "<projectDescription><name>%s</name><projects>%s</projects></projectDescription>"
                        .formatted(folder.getFileName(), projects));
    }

    TestProject write(String path, String text) {
        try {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a flow.
     *
     * @param before elements before the composition
     * @param composition nodes and connections
     * @param after elements after the composition
     */
    TestProject flow(String path, String before, String composition, String after) {
        return write(path, xmi(before, composition, after));
    }

    static String xmi(String before, String composition, String after) {
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" %s
            xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" xmlns:eflow="http://www.ibm.com/wbi/2005/eflow"
            xmlns:utility="http://www.ibm.com/wbi/2005/eflow_utility">
          <eClassifiers xmi:type="eflow:FCMComposite" name="FCMComposite_1">
        %s<composition>
        %s</composition>
        %s</eClassifiers>
        </ecore:EPackage>
        """
                .formatted(prefixes(composition), before, composition, after);
    }

    /** Returns declarations of the prefixes, which are written as paths with dots. */
    private static String prefixes(String composition) {
        StringBuilder declared = new StringBuilder();
        java.util.regex.Pattern.compile("xmi:type=\"([^\":]+):")
                .matcher(composition)
                .results()
                .map(m -> m.group(1))
                .distinct()
                .filter(p -> !p.equals("eflow") && !p.equals("utility"))
                .forEach(
                        p -> declared.append("xmlns:%s=\"%s\" ".formatted(p, p.replace('_', '/'))));
        return declared.toString();
    }

    /** Returns a node. The type has underscores instead of slashes. */
    static String node(int id, String type, String label, String more) {
        return """
        <nodes xmi:type="%s:FCMComposite_1" xmi:id="FCMComposite_1_%d" location="1,2" %s>
          <translation xmi:type="utility:ConstantString" string="%s"/></nodes>
        """
                .formatted(type, id, more, label);
    }

    static String terminal(String id, String key) {
        String type = id.startsWith("In") ? "FCMSource" : "FCMSink";
        return """
        <nodes xmi:type="eflow:%s" xmi:id="%s">
          <translation xmi:type="utility:TranslatableString" key="%s"/></nodes>
        """
                .formatted(type, id, key);
    }

    /** Returns a connection between identifiers; a number stands for a node. */
    static String connection(String from, String output, String to, String input) {
        return """
        <connections xmi:type="eflow:FCMConnection" xmi:id="c" sourceNode="%s" sourceTerminalName="%s"
            targetNode="%s" targetTerminalName="%s"/>
        """
                .formatted(id(from), output, id(to), input);
    }

    private static String id(String text) {
        return text.matches("\\d+") ? "FCMComposite_1_" + text : text;
    }

    /** Reads a folder; problems are added to a list as {@code code text}. */
    static List<FlowDefinition> read(Path folder, List<String> found) {
        Problems problems = new Problems();
        List<FlowDefinition> flows = ProjectImport.read(folder, problems).definitions().flows();
        problems.all().stream().map(TestProject::line).forEach(found::add);
        return flows;
    }

    static String line(Problem problem) {
        String file = Path.of(problem.place().source().name()).getFileName().toString();
        return "%s:%d %s %s %s"
                .formatted(
                        file,
                        problem.place().line(),
                        problem.severity(),
                        problem.code().id(),
                        problem.text());
    }
}

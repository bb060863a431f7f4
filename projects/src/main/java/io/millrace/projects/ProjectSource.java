package io.millrace.projects;

import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.DefinitionSource;
import io.millrace.flows.definition.Definitions;

import java.nio.file.Path;
import java.util.List;

/**
 * A source of the flows, ESQL and message sets in projects of WebSphere Message Broker, IBM
 * Integration Bus and App Connect Enterprise.
 */
public final class ProjectSource implements DefinitionSource {

    @Override
    public String name() {
        return "projects";
    }

    @Override
    public boolean reads(Path application) {
        return ProjectFolders.areProjects(application);
    }

    @Override
    public boolean isComplete(Path application) {
        return true;
    }

    @Override
    public List<Path> applications(Path path) {
        return ProjectImport.applications(path);
    }

    @Override
    public Definitions read(Path application, Problems problems) {
        return ProjectImport.read(application, problems).definitions();
    }
}

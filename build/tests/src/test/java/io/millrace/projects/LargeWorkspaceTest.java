package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Many flows in one workspace. {@code -Dmillrace.flows=2000 -Dmillrace.workspace=DIR} keeps a
 * workspace, with which {@code ./millrace check DIR} is measured.
 */
class LargeWorkspaceTest {

    @TempDir Path temporary;

    @Test
    void allFlowsOfALargeWorkspaceAreChecked() throws IOException {
        String kept = System.getProperty("millrace.workspace", "");
        Path workspace = kept.isEmpty() ? temporary : Path.of(kept);
        int flows = Integer.getInteger("millrace.flows", 80);

        int applications = LargeWorkspace.write(workspace, flows);

        assertThat(Application.applications(workspace, ApplicationOptions.DEFAULTS))
                .hasSize(applications);
        assertThat(Application.check(workspace)).isEmpty();
        assertThat(Application.load(workspace.resolve("App0")).flows())
                .hasSize(Math.min(flows, 40));
    }
}

package io.millrace.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.jar.Attributes;

class ReleaseTest {

    @Test
    void theManifestNamesVersionCommitAndTime() {
        Attributes manifest = new Attributes();
        manifest.putValue("Implementation-Version", "1.2.0");
        assertThat(Release.of(manifest)).hasToString("Millrace 1.2.0");
        manifest.putValue("Millrace-Commit", "abc1234+");
        manifest.putValue("Millrace-Built", "2026-11-22T10:00:00Z");
        assertThat(Release.of(manifest))
                .hasToString("Millrace 1.2.0, commit abc1234+, built 2026-11-22T10:00:00Z");
        assertThat(Release.of(null)).hasToString("Millrace (not packaged)");
    }
}

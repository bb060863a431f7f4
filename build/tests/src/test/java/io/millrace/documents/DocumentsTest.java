package io.millrace.documents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class DocumentsTest {

    private static final int MAX_WORDS = 3000;

    /** Commands that run for minutes, and files of other products. */
    private static final int MAX_UNTESTED = 12;

    private static final Path DOCS = Document.ROOT.resolve("docs");

    @Test
    void allLinksLeadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Document document : Document.all()) {
            for (Document.Link link : document.links()) {
                if (!link.target().matches("[a-z]+:.*") && !leadsSomewhere(document, link)) {
                    broken.add(document.name() + ":" + link.line() + ": " + link.target());
                }
            }
        }
        assertThat(broken).as("links without a target").isEmpty();
    }

    private static boolean leadsSomewhere(Document document, Document.Link link)
            throws IOException {
        String[] parts = link.target().split("#", 2);
        Path file =
                parts[0].isEmpty()
                        ? document.file()
                        : document.file().resolveSibling(parts[0]).normalize();
        if (!Files.exists(file)) {
            return false;
        }
        return parts.length < 2 || Document.of(file).anchors().contains(parts[1]);
    }

    @Test
    void noPageWrittenByHandIsLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Document document : Document.all()) {
            if (!document.isGenerated() && document.words() > MAX_WORDS) {
                tooLong.add(document.name() + ": " + document.words() + " words");
            }
        }
        assertThat(tooLong).as("pages of more than %d words; divide them", MAX_WORDS).isEmpty();
    }

    @Test
    void allExamplesAreRun() throws IOException {
        List<String> notRun = new ArrayList<>();
        for (Document document : Document.all()) {
            if (!document.isGenerated() && !document.name().matches("(testdata|benchmarks)/.*")) {
                document.blocks().stream()
                        .filter(block -> !block.isRun())
                        .forEach(block -> notRun.add(document.name() + ":" + block.line()));
            }
        }
        assertThat(notRun)
                .as(
                        """
                        examples that no test runs; write ```console with '$ ' before commands, or the name of a file after \
                        ```yaml, ```esql or ```java (io.millrace.transcripts describes both)\
                        """)
                .isEmpty();
    }

    @Test
    void fewExamplesAreMarkedAsUntested() throws IOException {
        List<String> untested = new ArrayList<>();
        for (Document document : Document.all()) {
            document.blocks().stream()
                    .filter(Document.Block::isUntested)
                    .forEach(block -> untested.add(document.name() + ":" + block.line()));
        }
        assertThat(untested).hasSizeLessThanOrEqualTo(MAX_UNTESTED);
    }

    @Test
    void theIndexListsEveryPage() throws IOException {
        Document index = Document.of(DOCS.resolve("README.md"));
        List<String> listed = index.links().stream().map(Document.Link::target).toList();
        List<String> missing =
                Document.all().stream()
                        .map(Document::file)
                        .filter(file -> file.getParent().equals(DOCS))
                        .map(file -> file.getFileName().toString())
                        .filter(name -> !name.equals("README.md") && !listed.contains(name))
                        .toList();
        assertThat(missing).as("pages that docs/README.md does not list").isEmpty();
    }
}

package io.millrace.benchmarks.page;

import java.util.List;
import java.util.Objects;

/**
 * A page.
 *
 * @param title what it is about
 */
public record Page(String title, List<Block> blocks) {

    public Page {
        Objects.requireNonNull(title);
        blocks = List.copyOf(blocks);
    }

    /** A whole document, for any browser, light or dark, without scripts and other files. */
    public String html() {
        return new HtmlPage(this).text();
    }

    /** Markdown with tables as GitHub has them; without plots. */
    public String markdown() {
        return new MarkdownPage(this).text();
    }
}

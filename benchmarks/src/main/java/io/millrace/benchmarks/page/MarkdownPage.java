package io.millrace.benchmarks.page;

import io.millrace.benchmarks.page.Block.Heading;
import io.millrace.benchmarks.page.Block.Listing;
import io.millrace.benchmarks.page.Block.Plots;
import io.millrace.benchmarks.page.Block.Table;
import io.millrace.benchmarks.page.Block.Text;

import java.util.List;
import java.util.stream.Collectors;

/** Writes a page as Markdown. */
final class MarkdownPage {

    private static final String MARKUP = "\\`*_[]<>|#~";

    private final Page page;
    private final StringBuilder out = new StringBuilder();

    MarkdownPage(Page page) {
        this.page = page;
    }

    String text() {
        out.append("# ").append(escaped(page.title())).append('\n');
        for (Block block : page.blocks()) {
            switch (block) {
                case Heading h -> line("#".repeat(h.level()) + " " + escaped(h.words()));
                case Text t -> line(escaped(t.words()));
                case Listing l -> listing(l);
                case Table t -> table(t);
                case Plots p -> {}
            }
        }
        return out.toString();
    }

    private void line(String text) {
        out.append('\n').append(text).append('\n');
    }

    /** Indented, not fenced: whatever the lines hold, they cannot end it. */
    private void listing(Listing listing) {
        out.append('\n');
        for (String text : listing.lines()) {
            out.append("    ").append(text.replaceAll("\\R", " ")).append('\n');
        }
    }

    private void table(Table table) {
        out.append('\n');
        row(table.columns().stream().map(c -> escaped(c.name())).toList());
        row(table.columns().stream().map(c -> c.numbers() ? "---:" : "---").toList());
        for (List<Cell> cells : table.rows()) {
            row(cells.stream().map(c -> escaped(c.words())).toList());
        }
    }

    private void row(List<String> cells) {
        out.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |"))).append('\n');
    }

    /** Text in which nothing is markup, in one line. */
    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '&') {
                safe.append("&amp;");
            } else if (c == '\n' || c == '\r') {
                safe.append(' ');
            } else {
                if (MARKUP.indexOf(c) >= 0) {
                    safe.append('\\');
                }
                safe.append(c);
            }
        }
        return safe.toString();
    }
}

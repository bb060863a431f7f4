package io.millrace.benchmarks.page;

import io.millrace.benchmarks.page.Block.Heading;
import io.millrace.benchmarks.page.Block.Listing;
import io.millrace.benchmarks.page.Block.Plots;
import io.millrace.benchmarks.page.Block.Table;
import io.millrace.benchmarks.page.Block.Text;
import io.millrace.benchmarks.page.Plot.Bars;
import io.millrace.benchmarks.page.Plot.Lines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes a page as HTML. */
final class HtmlPage {

    private final Page page;
    private final StringBuilder out = new StringBuilder();

    HtmlPage(Page page) {
        this.page = page;
    }

    String text() {
        String title = Xml.escaped(page.title());
        out.append(
                """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                """);
        out.append("<title>").append(title).append("</title>\n<style>\n").append(style());
        out.append("</style>\n</head>\n<body>\n<h1>").append(title).append("</h1>\n");
        contents();
        for (Block block : page.blocks()) {
            switch (block) {
                case Heading h -> heading(h);
                case Text t -> element("p", t.words());
                case Listing l -> element("pre", String.join("\n", l.lines()));
                case Table t -> table(t);
                case Plots p -> plots(p);
            }
        }
        return out.append("</body>\n</html>\n").toString();
    }

    private static String style() {
        try (InputStream style = HtmlPage.class.getResourceAsStream("page.css")) {
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void contents() {
        out.append("<nav>");
        for (Block block : page.blocks()) {
            if (block instanceof Heading h && h.level() == 2) {
                out.append("<a href=\"#")
                        .append(anchor(h))
                        .append("\">")
                        .append(Xml.escaped(h.words()))
                        .append("</a> ");
            }
        }
        out.append("</nav>\n");
    }

    private static String anchor(Heading heading) {
        return heading.words().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    private void heading(Heading h) {
        out.append("<h%d id=\"%s\">".formatted(h.level(), anchor(h)))
                .append(Xml.escaped(h.words()))
                .append("</h%d>%n".formatted(h.level()));
    }

    private void element(String name, String words) {
        out.append('<').append(name).append('>').append(Xml.escaped(words));
        out.append("</").append(name).append(">\n");
    }

    private void table(Table table) {
        out.append("<div class=\"wide\"><table>\n<thead><tr>");
        for (Column column : table.columns()) {
            out.append(column.numbers() ? "<th class=\"n\">" : "<th>")
                    .append(Xml.escaped(column.name()))
                    .append("</th>");
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (List<Cell> row : table.rows()) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cell(table.columns().get(i), row.get(i));
            }
            out.append("</tr>\n");
        }
        out.append("</tbody></table></div>\n");
    }

    private void cell(Column column, Cell cell) {
        String classes = column.numbers() ? "n" : "w";
        if (cell.tone() != Cell.Tone.PLAIN) {
            classes += " " + cell.tone().name().toLowerCase(Locale.ROOT);
        }
        out.append("<td class=\"").append(classes).append("\">");
        out.append(Xml.escaped(cell.words())).append("</td>");
    }

    private void plots(Plots plots) {
        if (plots.plots().stream().allMatch(Plot::isEmpty)) {
            return;
        }
        heading(new Heading(3, plots.title()));
        out.append("<div class=\"plots\">\n");
        for (Plot plot : plots.plots()) {
            if (!plot.isEmpty()) {
                out.append("<figure><figcaption>").append(Xml.escaped(plot.title()));
                out.append("</figcaption>\n");
                out.append(
                        switch (plot) {
                            case Lines lines -> new LinesPicture(lines).text();
                            case Bars bars -> BarsPicture.text(bars);
                        });
                out.append("</figure>\n");
            }
        }
        out.append("</div>\n");
    }
}

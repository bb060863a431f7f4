package io.millrace.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

final class PageTest {

    private static String html(Block... blocks) {
        return new Page("Title", List.of(blocks)).html();
    }

    @Test
    void linesHaveADotForEachPointAndANameForEachLine() {
        String html =
                html(
                        new Block.Plots(
                                "A plot",
                                List.of(
                                        new Plot.Lines(
                                                "rates & sizes",
                                                "size",
                                                "a second",
                                                List.of(
                                                        new Plot.Tick(1, "one"),
                                                        new Plot.Tick(100, "hundred")),
                                                List.of(
                                                        new Plot.Series(
                                                                "first",
                                                                List.of(
                                                                        new Plot.Spot(1, 10),
                                                                        new Plot.Spot(100, 1))),
                                                        new Plot.Series("empty", List.of()))))));
        assertThat(html.split("<circle", -1)).hasSize(3);
        assertThat(html)
                .contains("<title>first, hundred: 1</title>", "aria-label=\"rates &amp; sizes\"")
                .doesNotContain(">empty<", "NaN", "Infinity");
    }

    @Test
    void barsGoBothWaysFromTheirLine() {
        String html =
                html(
                        new Block.Plots(
                                "A plot",
                                List.of(
                                        new Plot.Bars(
                                                "ratios",
                                                "times",
                                                1,
                                                List.of(
                                                        new Plot.Bar("slow", 0.5),
                                                        new Plot.Bar("fast", 40))))));
        assertThat(html).contains("<title>slow: 0.5</title>", "<title>fast: 40</title>");
        assertThat(html).contains("<rect class=\"f5\"", "<rect class=\"f0\"");
    }

    @Test
    void onePointAloneIsDrawnToo() {
        String html =
                html(
                        new Block.Plots(
                                "A plot",
                                List.of(
                                        new Plot.Bars(
                                                "one",
                                                "times",
                                                1,
                                                List.of(new Plot.Bar("x", 1))))));
        assertThat(html).contains("<rect").doesNotContain("NaN", "Infinity");
    }

    @Test
    void listingsAreShownAsTheyAre() {
        Block listing = new Block.Listing(List.of("a < b", "</pre>", "```"));
        assertThat(html(listing)).contains("<pre>a &lt; b\n&lt;/pre&gt;\n```</pre>");
        assertThat(new Page("T", List.of(listing)).markdown()).contains("    a < b\n    </pre>");
    }

    @Test
    void markupInTitlesIsText() {
        assertThat(new Page("<b>&", List.of()).html()).contains("<title>&lt;b&gt;&amp;</title>");
        assertThat(new Page("a | <b>", List.of()).markdown()).isEqualTo("# a \\| \\<b\\>\n");
    }

    @Test
    void aRowHasACellForEachColumn() {
        List<Column> columns = List.of(Column.words("a"), Column.words("b"));
        assertThatThrownBy(() -> new Block.Table(columns, List.of(List.of(Cell.of("alone")))))
                .hasMessageContaining("1 cells for 2 columns");
    }

    @Test
    void figuresOnAxesAreBrief() {
        assertThat(Scale.brief(0.5)).isEqualTo("0.5");
        assertThat(Scale.brief(1234)).isEqualTo("1.2k");
        assertThat(Scale.brief(123_456)).isEqualTo("123k");
        assertThat(Scale.brief(20_000_000)).isEqualTo("20M");
        assertThat(new Scale(0.9, 1100, 0, 100).ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0);
        assertThat(new Scale(0.9, 6, 0, 100).ticks()).containsExactly(1.0, 2.0, 5.0);
    }
}

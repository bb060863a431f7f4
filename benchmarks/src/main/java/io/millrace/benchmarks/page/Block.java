package io.millrace.benchmarks.page;

import java.util.List;
import java.util.Objects;

/** A part of a page. Texts are plain: what looks like markup in them is shown as it is. */
public sealed interface Block {

    /**
     * A heading.
     *
     * @param level 2 for parts of the page, 3 for parts of these
     */
    record Heading(int level, String words) implements Block {
        public Heading {
            if (level < 2 || level > 4) {
                throw new IllegalArgumentException("a heading of level " + level);
            }
            Objects.requireNonNull(words);
        }
    }

    /** A paragraph. */
    record Text(String words) implements Block {
        public Text {
            Objects.requireNonNull(words);
        }
    }

    /** Lines to type in, shown as they are. */
    record Listing(List<String> lines) implements Block {
        public Listing {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A table.
     *
     * @param rows each with a cell for each column
     */
    record Table(List<Column> columns, List<List<Cell>> rows) implements Block {
        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
            for (List<Cell> row : rows) {
                if (row.size() != columns.size()) {
                    throw new IllegalArgumentException(
                            "a row of " + row.size() + " cells for " + columns.size() + " columns");
                }
            }
        }
    }

    /**
     * Plots side by side, as far as the screen is wide, below a heading of level 3 of their own.
     * Only HTML has them.
     */
    record Plots(String title, List<Plot> plots) implements Block {
        public Plots {
            Objects.requireNonNull(title);
            plots = List.copyOf(plots);
        }
    }
}

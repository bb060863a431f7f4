package io.millrace.server.console;

import io.millrace.engine.error.PrintableText;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A table of text. Columns have the width of their content, and numbers are right-aligned. Only one
 * thread can use it.
 */
public final class Table {

    /** A number, with or without a unit. An identifier or a time is not a number. */
    private static final Pattern NUMBER = Pattern.compile("\\d[\\d.,]*(%| .*)?");

    private final List<String[]> rows = new ArrayList<>();
    private final String[] head;

    public Table(String... head) {
        this.head = head;
    }

    /** Adds a row with one cell for each column of the header. Cells are escaped. */
    public Table row(Object... cells) {
        if (cells.length != head.length) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + head.length + " columns");
        }
        String[] texts = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            texts[i] = PrintableText.line(String.valueOf(cells[i]));
        }
        rows.add(texts);
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * Returns the lines of the table. The header is the first line, highlighted if the console has
     * colours.
     */
    public List<String> lines(Console console) {
        int[] widths = new int[head.length];
        boolean[] numeric = new boolean[head.length];
        for (int i = 0; i < head.length; i++) {
            widths[i] = head[i].length();
            numeric[i] = !rows.isEmpty();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], row[i].length());
                numeric[i] &=
                        row[i].isEmpty() || row[i].equals("-") || NUMBER.matcher(row[i]).matches();
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(console.bold(line(head, widths, numeric)));
        for (String[] row : rows) {
            lines.add(line(row, widths, numeric));
        }
        return lines;
    }

    public void print(Console console) {
        lines(console).forEach(console.out()::println);
    }

    private static String line(String[] cells, int[] widths, boolean[] numeric) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            int padding = widths[i] - cells[i].length();
            if (numeric[i]) {
                line.repeat(' ', padding).append(cells[i]);
            } else {
                line.append(cells[i]).repeat(' ', padding);
            }
            line.append("  ");
        }
        return line.toString().stripTrailing();
    }
}

package io.millrace.server.command;

import io.millrace.server.console.Console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A display on a terminal whose lines are replaced by the next lines. Text on standard error, such
 * as the log, appears above the lines. Without a terminal, nothing is printed. Safe for use by
 * several threads.
 */
final class Display {

    private final Console console;
    private List<String> shown = List.of();

    /** Standard error of the process while lines are shown; null otherwise. */
    private PrintStream original;

    public Display(Console console) {
        this.console = console;
    }

    /** Replaces the previous lines. */
    public synchronized void show(List<String> lines) {
        if (!console.colours()) {
            return;
        }
        if (original == null) {
            original = System.err;
            System.setErr(new PrintStream(new Above(original), true, StandardCharsets.UTF_8));
        }
        erase();
        print(lines);
    }

    /** Removes the shown lines. */
    public synchronized void clear() {
        erase();
        if (original != null) {
            System.setErr(original);
            original = null;
        }
    }

    private void print(List<String> lines) {
        lines.forEach(console.out()::println);
        console.out().flush();
        shown = List.copyOf(lines);
    }

    private void erase() {
        if (!shown.isEmpty()) {
            console.out().print("\033[" + shown.size() + "A\033[J");
            console.out().flush();
            shown = List.of();
        }
    }

    /** A stream that writes complete lines above the shown lines. */
    private final class Above extends FilterOutputStream {

        Above(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            synchronized (Display.this) {
                List<String> lines = shown;
                erase();
                out.write(bytes, from, length);
                out.flush();
                if (length > 0 && bytes[from + length - 1] == '\n') {
                    print(lines);
                }
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }
    }
}

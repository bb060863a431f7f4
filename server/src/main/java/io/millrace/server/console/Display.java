package io.millrace.server.console;

import java.util.List;

/**
 * A display on a terminal whose lines are replaced by the next lines. Without a terminal, nothing
 * is printed.
 */
public final class Display {

    private final Console console;
    private int shown;

    public Display(Console console) {
        this.console = console;
    }

    /** Replaces the previous lines. */
    public void show(List<String> lines) {
        if (!console.colours()) {
            return;
        }
        clear();
        lines.forEach(console.out()::println);
        console.out().flush();
        shown = lines.size();
    }

    /** Removes the shown lines. */
    public void clear() {
        if (shown > 0) {
            console.out().print("\033[" + shown + "A\033[J");
            console.out().flush();
            shown = 0;
        }
    }
}

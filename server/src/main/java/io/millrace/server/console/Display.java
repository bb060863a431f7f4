package io.millrace.server.console;

import java.util.List;

/** Lines that are overwritten by the next ones. For terminals; otherwise nothing is printed. */
public final class Display {

    private final Console console;
    private int shown;

    public Display(Console console) {
        this.console = console;
    }

    /** Shows these lines in place of the previous ones. */
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

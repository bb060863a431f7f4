package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lines that are replaced, and the log above them. */
class DisplayTest {

    private static final String ERASE_TWO = "\033[2A\033[J";

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @Test
    void textOnStandardErrorStaysAboveTheLines() {
        PrintStream before = System.err;
        try {
            PrintStream error = new PrintStream(screen, true, StandardCharsets.UTF_8);
            System.setErr(error);
            Display display = new Display(new Console(screen, screen, true));
            display.show(List.of("a", "b"));
            System.err.println("logged");
            display.show(List.of("c", "d"));
            display.clear();
            assertThat(System.err).isSameAs(error);
            assertThat(
                            screen.toString(StandardCharsets.UTF_8)
                                    .replace(System.lineSeparator(), "\n"))
                    .isEqualTo(
                            "a\nb\n"
                                    + ERASE_TWO
                                    + "logged\na\nb\n"
                                    + ERASE_TWO
                                    + "c\nd\n"
                                    + ERASE_TWO);
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void nothingIsShownWithoutATerminal() {
        Display display = new Display(new Console(screen, screen, false));
        display.show(List.of("a"));
        display.clear();
        assertThat(screen.size()).isZero();
    }
}

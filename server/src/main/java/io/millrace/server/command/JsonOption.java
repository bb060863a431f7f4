package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.server.console.Console;

import picocli.CommandLine.Option;

import tools.jackson.databind.json.JsonMapper;

import java.util.Locale;

/** The option {@code --json}, which all commands with a result have. */
final class JsonOption {

    private static final JsonMapper JSON = new JsonMapper();

    @Option(names = "--json", description = "Prints the result as JSON.")
    private boolean given;

    boolean isGiven() {
        return given;
    }

    /**
     * Sets the output format, for a command that selects it with another option.
     *
     * @param option name of the other option
     * @param chosen value of the other option
     * @param isChosen whether the user specified the other option
     * @param json form that {@code --json} means
     * @throws io.millrace.engine.error.MillraceException with USAGE if the options contradict each
     *     other
     */
    <T> T form(String option, T chosen, boolean isChosen, T json) {
        if (given && isChosen && !chosen.equals(json)) {
            throw Usage.wrong(
                    "--json",
                    "cannot be combined with "
                            + option
                            + " "
                            + PrintableText.line(chosen.toString().toLowerCase(Locale.ROOT)));
        }
        return given ? json : chosen;
    }

    /** Returns a value as JSON, with control characters escaped. */
    static String text(Object value) {
        // The escapes have the same meaning in JSON.
        return PrintableText.lines(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    }

    /** Prints a value as JSON. */
    static void print(Object value, Console console) {
        console.println(text(value));
    }
}

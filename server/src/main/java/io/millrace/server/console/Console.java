package io.millrace.server.console;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Where a command prints. Results go to {@link #out}, what is said about them to {@link #err}, so
 * that results can be piped. Colours and lines that refresh are for terminals only.
 */
public final class Console {

    private final PrintWriter out;
    private final PrintWriter err;
    private final OutputStream bytes;
    private final boolean terminal;
    private final boolean colours;
    private final Supplier<String> answers;

    /**
     * @param bytes where results go
     * @param messages where messages go
     * @param terminal whether results go to a terminal
     */
    public Console(OutputStream bytes, OutputStream messages, boolean terminal) {
        this(bytes, messages, terminal, () -> null);
    }

    /**
     * As above.
     *
     * @param answers gives the next line that the person at the terminal types; null where there is
     *     none
     */
    public Console(
            OutputStream bytes, OutputStream messages, boolean terminal, Supplier<String> answers) {
        this(bytes, messages, terminal, terminal, terminal ? answers : null);
    }

    private Console(
            OutputStream bytes,
            OutputStream messages,
            boolean terminal,
            boolean colours,
            Supplier<String> answers) {
        this.answers = answers;
        this.bytes = Objects.requireNonNull(bytes);
        this.out = new PrintWriter(bytes, true, StandardCharsets.UTF_8);
        this.err = new PrintWriter(messages, true, StandardCharsets.UTF_8);
        this.terminal = terminal;
        this.colours = colours;
    }

    /**
     * The console of the process. Colours are off where NO_COLOR is set or the terminal is dumb.
     * The launcher reports that standard output is a terminal where standard input is not.
     */
    public static Console system() {
        java.io.Console watching = System.console();
        boolean person = watching != null && watching.isTerminal();
        boolean plain = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
        return new Console(
                System.out,
                System.err,
                person || Boolean.getBoolean("millrace.terminal"),
                person && !plain,
                person ? watching::readLine : null);
    }

    /** Results, as text in UTF-8. */
    public PrintWriter out() {
        return out;
    }

    /** Results, as bytes; flush {@link #out} before. */
    public OutputStream bytes() {
        return bytes;
    }

    /** Messages to the person at the keyboard. */
    public PrintWriter err() {
        return err;
    }

    /** Asks a person who watches; where nobody does, the answer is yes. */
    public boolean confirms(String question) {
        if (answers == null) {
            return true;
        }
        err.print(question + " [y/N] ");
        err.flush();
        String answer = answers.get();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    /** Whether results go to a terminal, which must not receive control characters of messages. */
    public boolean isTerminal() {
        return terminal;
    }

    public boolean colours() {
        return colours;
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    public String bold(String text) {
        return paint("1", text);
    }

    public String dim(String text) {
        return paint("2", text);
    }

    private String paint(String code, String text) {
        return colours ? "\033[" + code + "m" + text + "\033[0m" : text;
    }

    /** Prints findings, each as a person reads it, and their number. */
    public void problems(List<Problem> problems) {
        for (Problem p : problems) {
            String[] lines = p.render().split("\n", 2);
            err.println(p.severity() == Severity.ERROR ? red(lines[0]) : yellow(lines[0]));
            if (lines.length > 1) {
                err.println(lines[1]);
            }
        }
        long errors = problems.stream().filter(p -> p.severity() == Severity.ERROR).count();
        if (!problems.isEmpty()) {
            err.println(count(errors, "error") + ", " + count(problems.size() - errors, "warning"));
        }
    }

    /** {@code 1 error}, {@code 2 errors}. */
    public static String count(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }
}

package io.millrace.server.console;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The output of a command. Results are written to {@link #out} and messages to {@link #err}, so
 * that results can be piped. Colours and refreshing lines are for terminals only.
 */
public final class Console {

    private final PrintWriter out;
    private final PrintWriter err;
    private final OutputStream bytes;
    private final boolean terminal;
    private final boolean colours;
    private final Supplier<String> answers;

    /**
     * @param bytes stream for results
     * @param messages stream for messages
     * @param terminal whether results are written to a terminal
     */
    public Console(OutputStream bytes, OutputStream messages, boolean terminal) {
        this(bytes, messages, terminal, () -> null);
    }

    /**
     * Creates a console with answers from the terminal.
     *
     * @param answers supplier of the next line entered at the terminal; null if there is no
     *     terminal
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
     * Returns the console of the process. Colours are off if NO_COLOR is set or the terminal is
     * dumb. The launcher reports whether standard output is a terminal when standard input is not
     * one.
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

    /** Returns the writer for results, as text in UTF-8. */
    public PrintWriter out() {
        return out;
    }

    /** Returns the stream for results, as bytes. {@link #out} must be flushed first. */
    public OutputStream bytes() {
        return bytes;
    }

    /**
     * Fails if results could not be written, for example because the disk is full.
     *
     * @throws MillraceException with FILE_UNREADABLE
     */
    public void requireWritten(String consequence) {
        if (out.checkError()) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "cannot write standard output: its disk is full, or its reader has ended"
                            + consequence);
        }
    }

    /** Returns the writer for messages to the user. */
    public PrintWriter err() {
        return err;
    }

    /** Whether a user at a terminal can confirm a question. */
    public boolean canConfirm() {
        return answers != null;
    }

    /** Requests confirmation from the user at the terminal. */
    public boolean confirms(String question) {
        err.print(question + " [y/N] ");
        err.flush();
        String answer = answers.get();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    /** Prints a line of the result. */
    public void println(String text) {
        out.println(text);
    }

    /** Prints a line to the error stream. */
    public void report(String text) {
        err.println(text);
    }

    /**
     * Prints alternating labels and values, one pair per line. The values are aligned in one
     * column.
     */
    public void fields(int width, Object... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            String label = pairs[i].toString();
            String value = PrintableText.line(String.valueOf(pairs[i + 1]));
            println(label + " ".repeat(width - label.length()) + value);
        }
    }

    /** Prints notes to the error stream, each on one line. */
    public void reportNotes(Collection<?> notes) {
        notes.forEach(note -> report(PrintableText.line(note.toString())));
    }

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

    /** Prints problems and their number. */
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

    /** Returns a number with its noun: {@code 1 error}, {@code 2 errors}. */
    public static String count(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }
}

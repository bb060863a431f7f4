package io.millrace.models.cobol;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.cobol.Word.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader that splits the lines of a copybook into words. The reader removes sequence numbers,
 * comments and directives, and joins continuation lines (IBM Enterprise COBOL Language Reference,
 * "Reference format").
 */
final class CopybookReader {

    private static final int INDICATOR = 6;
    private static final int TEXT = 7;
    private static final int TEXT_END = 72;

    private static final Set<String> DIRECTIVES =
            Set.of("EJECT SKIP1 SKIP2 SKIP3 TITLE *CBL *CONTROL CBL".split(" "));
    private static final Pattern LINE = Pattern.compile("([^\r\n]*)(?:\r\n?|\n|\\z)");
    private static final Pattern FREE_DIRECTIVE =
            Pattern.compile(
                    "\\s*>>\\s*SOURCE.*FREE.*|.{6}\\s*\\$SET\\s+SOURCEFORMAT.*FREE.*",
                    Pattern.CASE_INSENSITIVE);

    /** A sequence number in columns 73 to 80. */
    private static final Pattern IDENTIFICATION = Pattern.compile("[A-Z]{0,3}[0-9]{5,8}\\s*");

    private static final Pattern CLAUSE =
            Pattern.compile(
                    """
                    \\s*(PIC|PICTURE|OCCURS|TIMES|DEPENDING|REDEFINES|USAGE|VALUES?|SIGN|SYNC\
                    |SYNCHRONIZED|BINARY|DISPLAY|PACKED-DECIMAL|COMP(-[0-9X])?\
                    |COMPUTATIONAL(-[0-9X])?)(\\s+\\S|\\s*\\.).*\
                    """,
                    Pattern.CASE_INSENSITIVE);

    private final Source source;
    private final ConversionReport report;
    private final boolean free;

    /**
     * The COBOL text without comments and directives. The position of each character in the file is
     * stored separately.
     */
    private final StringBuilder text = new StringBuilder();

    private final List<Integer> offsets = new ArrayList<>();
    private int at;

    /** Index of the first character of the last fixed line's text. */
    private int lineStart;

    /** The quotation mark of a literal that is not closed yet; 0 if there is none. */
    private char open;

    private CopybookReader(Source source, CopybookOptions options, ConversionReport report) {
        this.source = source;
        this.report = report;
        free =
                switch (options.layout()) {
                    case FREE -> true;
                    case FIXED -> false;
                    case AUTOMATIC -> isFree(source.text());
                };
    }

    static List<Word> words(Source source, CopybookOptions options, ConversionReport report) {
        CopybookReader reader = new CopybookReader(source, options, report);
        for (Matcher line = LINE.matcher(source.text()); line.find(); ) {
            reader.line(line.group(1), line.start());
        }
        return reader.words();
    }

    /** Whether a line contains text that is not possible in the fixed layout. */
    private static boolean isFree(String text) {
        return text.lines().anyMatch(CopybookReader::isFreeLine);
    }

    private static boolean isFreeLine(String line) {
        String expanded = line.replace("\t", "        ");
        String numbers = expanded.substring(0, min(INDICATOR, expanded.length()));
        // A level number that begins to the left of the first text column.
        return FREE_DIRECTIVE.matcher(line).matches()
                || expanded.length() > INDICATOR
                        && numbers.matches("\\s*[0-9]{1,2}\\s+(\\S.*)?")
                        && expanded.matches("\\s*[0-9]{1,2}\\s+[A-Za-z].*");
    }

    private void line(String line, int from) {
        if (free) {
            String stripped = line.strip();
            boolean comment =
                    stripped.startsWith("*>") || stripped.startsWith(">>") || isDirective(stripped);
            append(comment ? "" : withoutInlineComment(line), from);
            append(" ", from + line.length());
            return;
        }
        char indicator = line.length() > INDICATOR ? line.charAt(INDICATOR) : ' ';
        if (line.length() <= INDICATOR || "*/$dD".indexOf(indicator) >= 0) {
            return;
        }
        String code = line.substring(TEXT, min(TEXT_END, max(TEXT, line.length())));
        if (isCut(line)) {
            report.advise(
                    source.at(from + TEXT_END, line.length() - TEXT_END),
                    """
                    end the text in column 72 or before; if the compiler reads complete lines, \
                    specify --layout free\
                    """,
                    "found text after column 72, which compilers ignore in the fixed layout");
            // The complete line prevents further messages about the missing text.
            code = line.substring(TEXT);
        }
        if (indicator == '-') {
            continuation(code, from + TEXT);
        } else if (indicator == ' ' || indicator == '\t') {
            code(code, from + TEXT);
        } else if (Character.isDigit(indicator) && line.substring(0, INDICATOR).isBlank()) {
            // The only text in the line is a level number, one column too far to the left.
            code(line.substring(INDICATOR, min(TEXT_END, line.length())), from + INDICATOR);
        } else {
            report.advise(
                    source.at(from + INDICATOR, 1),
                    "if its lines have no columns for sequence numbers, specify --layout free; "
                            + "this must be a COBOL copybook",
                    "found '%s' in column 7, expected a blank, '*', '/', 'D' or '-'",
                    indicator);
        }
    }

    /**
     * Whether an entry continues after the last column of the text: a word crosses it, or a clause
     * begins after it. Other text there is an identification, which has no meaning.
     */
    private boolean isCut(String line) {
        if (line.length() <= TEXT_END || open != 0) {
            return false;
        }
        String code = line.substring(TEXT, TEXT_END);
        boolean literal = code.chars().filter(c -> c == '\'' || c == '"').count() % 2 != 0;
        if (literal || code.contains("*>") || code.stripTrailing().endsWith(".")) {
            return false;
        }
        String rest = line.substring(TEXT_END);
        boolean crosses =
                line.charAt(TEXT_END - 1) != ' '
                        && rest.charAt(0) != ' '
                        && !IDENTIFICATION.matcher(rest).matches();
        return crosses || CLAUSE.matcher(rest).lookingAt();
    }

    private void code(String code, int from) {
        String stripped = code.stripLeading();
        if (open != 0 && stripped.startsWith("-")) {
            // The indicator of a continuation, one column too far to the right.
            int start = code.length() - stripped.length() + 1;
            continuation(code.substring(start), from + start);
            return;
        }
        String plain = withoutInlineComment(code);
        // For compilers, an asterisk in the first column of the text also begins a comment.
        if (!isDirective(plain.strip()) && !plain.startsWith("*")) {
            fillLine();
            lineStart = text.length();
            append(plain, from);
        }
    }

    /** Ends a line with a blank. An unterminated literal is padded up to column 72. */
    private void fillLine() {
        if (!text.isEmpty()) {
            append(" ", offsets.getLast());
        }
    }

    private void continuation(String code, int from) {
        int start = 0;
        while (start < code.length() && code.charAt(start) == ' ') {
            start++;
        }
        if (open != 0 && start < code.length() && code.charAt(start) == open) {
            for (int i = text.length() - lineStart; i < TEXT_END - TEXT; i++) {
                append(" ", offsets.getLast());
            }
            lineStart = text.length() - start - 1;
            append(code.substring(start + 1), from + start + 1);
            return;
        }
        while (!text.isEmpty() && text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
            offsets.removeLast();
        }
        lineStart = text.length() - start;
        append(code.substring(start), from + start);
    }

    private static String withoutInlineComment(String code) {
        int comment = code.indexOf("*>");
        return comment < 0 ? code : code.substring(0, comment);
    }

    private static boolean isDirective(String code) {
        return DIRECTIVES.contains(code.split("[\\s.]+", 2)[0].toUpperCase(Locale.ROOT));
    }

    private void append(String code, int from) {
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i) == '\t' ? ' ' : code.charAt(i);
            text.append(c);
            offsets.add(from + i);
            if (open == 0 && (c == '\'' || c == '"')) {
                open = c;
            } else if (c == open) {
                open = 0;
            }
        }
    }

    // Words

    private List<Word> words() {
        var words = new ArrayList<Word>();
        boolean picture = false;
        while (true) {
            while (at < text.length() && isSeparator(at)) {
                at++;
            }
            if (at == text.length()) {
                return words;
            }
            Word word = picture ? picture() : word();
            if (word != null) {
                words.add(word);
            }
            picture = word != null && (word.isOneOf("PIC", "PICTURE") || picture && word.is("IS"));
        }
    }

    /** Whether a character is a separator: a blank, or a comma or semicolon followed by a blank. */
    private boolean isSeparator(int index) {
        char c = text.charAt(index);
        return c == ' ' || (c == ',' || c == ';') && isEnd(index + 1);
    }

    private boolean isEnd(int index) {
        return index >= text.length() || text.charAt(index) == ' ';
    }

    private Word picture() {
        int from = at;
        while (!isEnd(at)) {
            at++;
        }
        int end = at;
        while (end > from + 1 && ".,;".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        if (text.substring(from, end).equalsIgnoreCase("IS")) {
            return word(Kind.NAME, text.substring(from, end), from, end);
        }
        at = end;
        return word(Kind.PICTURE, text.substring(from, end), from, end);
    }

    private Word word() {
        char c = text.charAt(at);
        int quote = at;
        while (quote < text.length() && quote < at + 2 && isPrefix(text.charAt(quote))) {
            quote++;
        }
        if (quote < text.length() && "'\"".indexOf(text.charAt(quote)) >= 0) {
            boolean hexadecimal = text.substring(at, quote).toUpperCase(Locale.ROOT).contains("X");
            return literal(quote, hexadecimal);
        }
        int from = at;
        if (c == '.' && isEnd(at + 1)) {
            at++;
            return word(Kind.STOP, ".", from, at);
        }
        if (c == '(' || c == ')') {
            at++;
            return word(Kind.NAME, String.valueOf(c), from, at);
        }
        while (!isEnd(at)
                && "()'\"".indexOf(text.charAt(at)) < 0
                && !(".,;".indexOf(text.charAt(at)) >= 0 && isEnd(at + 1))) {
            at++;
        }
        return word(Kind.NAME, text.substring(from, at), from, at);
    }

    /** Whether a character is a literal prefix, which precedes the quotation mark. */
    private static boolean isPrefix(char c) {
        return "xXnNgGzZuU".indexOf(c) >= 0;
    }

    private Word literal(int open, boolean hexadecimal) {
        int from = at;
        char quote = text.charAt(open);
        StringBuilder value = new StringBuilder();
        at = open + 1;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != quote) {
                value.append(c);
            } else if (at < text.length() && text.charAt(at) == quote) {
                value.append(quote);
                at++;
            } else {
                Kind kind = hexadecimal ? Kind.HEXADECIMAL : Kind.LITERAL;
                return word(kind, value.toString(), from, at);
            }
        }
        report.problem(source.at(offsets.get(from)), "found a literal that is not closed");
        return null;
    }

    private Word word(Kind kind, String written, int from, int to) {
        int first = offsets.get(from);
        int last = offsets.get(max(from, to - 1));
        return new Word(kind, written, source, first, max(1, last - first + 1));
    }
}

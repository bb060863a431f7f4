package io.millrace.projects.mqsc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A statement of MQSC: words with or without a value in parentheses (IBM MQ: "Rules for using MQSC
 * commands"). Words are in upper case; so are values without quotation marks.
 */
record MqscStatement(List<Word> words) {

    /** Maximum number of characters of a statement, in all its lines. */
    private static final int MAX_LENGTH = 100_000;

    /**
     * A word of a statement.
     *
     * @param value text in parentheses; empty for none
     * @param hasValue whether the word has parentheses
     */
    record Word(String name, String value, boolean hasValue, Place place) {}

    /** The characters of a statement with their positions in the file. */
    private record Text(String characters, List<Integer> offsets) {}

    MqscStatement {
        words = List.copyOf(words);
    }

    /** Returns the statements of a file. Reports errors of syntax. */
    static List<MqscStatement> read(Source source, Problems problems) {
        List<MqscStatement> statements = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        List<Integer> offsets = new ArrayList<>();
        int offset = 0;
        boolean trim = false;
        for (String line : source.text().split("\n", -1)) {
            String content = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            boolean continues = false;
            if (!content.startsWith("*")) {
                int from = trim ? content.length() - content.stripLeading().length() : 0;
                int to = content.stripTrailing().length();
                boolean plus = content.stripTrailing().endsWith("+");
                continues = plus || content.stripTrailing().endsWith("-");
                for (int i = from; i < (continues ? to - 1 : to); i++) {
                    text.append(content.charAt(i));
                    offsets.add(offset + i);
                }
                trim = plus;
                boolean tooLong = text.length() > MAX_LENGTH;
                if (!continues || tooLong) {
                    if (tooLong) {
                        problems.error(
                                ErrorCode.PROJECT_FILE,
                                source.at(offset),
                                "a statement must have %d characters or fewer"
                                        .formatted(MAX_LENGTH));
                    } else {
                        parse(
                                source,
                                new Text(text.toString(), List.copyOf(offsets)),
                                statements,
                                problems);
                    }
                    text.setLength(0);
                    offsets.clear();
                    trim = false;
                }
            }
            offset += line.length() + 1;
        }
        parse(source, new Text(text.toString(), List.copyOf(offsets)), statements, problems);
        return statements;
    }

    private static void parse(
            Source source, Text text, List<MqscStatement> statements, Problems problems) {
        List<Word> words = new ArrayList<>();
        int at = 0;
        String all = text.characters();
        while (at < all.length()) {
            char c = all.charAt(at);
            if (c == ';') {
                add(words, statements);
                at++;
            } else if (Character.isWhitespace(c) || c == ',') {
                at++;
            } else {
                at = word(source, text, at, words, problems);
            }
        }
        add(words, statements);
    }

    private static void add(List<Word> words, List<MqscStatement> statements) {
        if (!words.isEmpty()) {
            statements.add(new MqscStatement(words));
            words.clear();
        }
    }

    /** Reads a word and its value. Returns the position after it. */
    private static int word(
            Source source, Text text, int from, List<Word> words, Problems problems) {
        String all = text.characters();
        Place place = source.at(text.offsets().get(from));
        int at = from;
        while (at < all.length() && " \t;,()".indexOf(all.charAt(at)) < 0) {
            at++;
        }
        String name = all.substring(from, at).toUpperCase(Locale.ROOT);
        int open = at;
        while (open < all.length() && Character.isWhitespace(all.charAt(open))) {
            open++;
        }
        if (open >= all.length() || all.charAt(open) != '(') {
            if (at == from) {
                problems.error(ErrorCode.PROJECT_FILE, place, "unexpected " + all.charAt(from));
                return from + 1;
            }
            words.add(new Word(name, "", false, place));
            return at;
        }
        return value(all, open + 1, name, place, words, problems);
    }

    private static int value(
            String all, int from, String name, Place place, List<Word> words, Problems problems) {
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        boolean wasQuoted = false;
        for (int at = from; at < all.length(); at++) {
            char c = all.charAt(at);
            if (c == '\'' && quoted && at + 1 < all.length() && all.charAt(at + 1) == '\'') {
                value.append(c);
                at++;
            } else if (c == '\'') {
                quoted = !quoted;
                wasQuoted = true;
            } else if (c == ')' && !quoted) {
                String text = value.toString().strip();
                words.add(
                        new Word(
                                name,
                                wasQuoted ? text : text.toUpperCase(Locale.ROOT),
                                true,
                                place));
                return at + 1;
            } else {
                value.append(c);
            }
        }
        problems.error(
                ErrorCode.PROJECT_FILE,
                place,
                quoted
                        ? "the value of " + name + " has no closing quotation mark"
                        : "the value of " + name + " has no closing parenthesis",
                "a statement continues on the next line only after + or -");
        return all.length();
    }
}

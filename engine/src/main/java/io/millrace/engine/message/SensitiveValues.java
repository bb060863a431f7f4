package io.millrace.engine.message;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.SensitiveText;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of the {@link SensitiveFields} in the trees of a message, and the masking of text that
 * can contain these values: errors, traces and bodies. Only for the thread of the message.
 *
 * <p>A value of at least {@value #PREFIX} characters is masked wherever its first {@value #PREFIX}
 * characters occur, because errors shorten long values. A value of fewer than {@value #WORD}
 * characters is masked only where it is a complete word or number.
 */
public final class SensitiveValues {

    private static final int PREFIX = 8;
    private static final int WORD = 4;

    /**
     * Pattern of the part of a parser error that quotes the message: from the word before the
     * quotation up to the expected text.
     */
    private static final Pattern FOUND =
            Pattern.compile("\\b(found|is|has) .*(, expected )|\\b(found) .*");

    private static final Pattern QUOTED = Pattern.compile("[XB]?'.*'|\".*\"|\\b0?[xX][0-9A-Fa-f]+");

    /** Text in quotes, or a word, that can be a part of a value. */
    private static final Pattern PART = Pattern.compile("'([^']*)'|\\b\\w{4,}\\b");

    private final SensitiveFields fields;

    /** Values by their first {@value #PREFIX} characters; shorter values by the complete value. */
    private final Map<String, TreeSet<String>> values = new HashMap<>();

    public SensitiveValues(SensitiveFields fields) {
        this.fields = Objects.requireNonNull(fields);
    }

    /** Returns the values in the trees of a message. */
    public static SensitiveValues of(SensitiveFields fields, MessageAssembly message) {
        SensitiveValues values = new SensitiveValues(fields);
        values.add(message);
        return values;
    }

    /** Adds the values in the trees of a message. */
    public void add(MessageAssembly message) {
        message.forEachTree(this::add);
    }

    /**
     * Adds the values in a tree, which is parsed completely. If the tree is damaged, only the
     * values before the damage are added.
     */
    public void add(Element tree) {
        if (fields.isEmpty()) {
            return;
        }
        // A loop, so a deep tree does not overflow the stack.
        Element e = tree;
        while (e != null) {
            addValue(e);
            Element below = firstChild(e);
            e = below == null ? following(e, tree) : below;
        }
    }

    /** Returns the next element that is not below an element; null at the end of the tree. */
    private static @Nullable Element following(Element element, Element top) {
        for (Element e = element; e != null && e != top; e = e.parent()) {
            Element next = next(e);
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    private static @Nullable Element firstChild(Element parent) {
        try {
            return parent.firstChild();
        } catch (MillraceException damaged) {
            return null;
        }
    }

    private static @Nullable Element next(Element element) {
        try {
            return element.next();
        } catch (MillraceException damaged) {
            return null;
        }
    }

    private void addValue(Element e) {
        try {
            Choice choice = e.choice();
            if (choice != null) {
                choice.branches().values().forEach(this::addBranch);
            }
            if (fields.cover(e)) {
                add(e.value());
            }
        } catch (MillraceException damaged) {
            // Errors of parsers never show the values that they found.
        }
    }

    private void addBranch(Supplier<Element> branch) {
        try {
            add(branch.get());
        } catch (MillraceException other) {
            // The bytes do not match this branch, so it has no values.
        }
    }

    private void add(@Nullable Value value) {
        if (value == null) {
            return;
        }
        String text = value.text();
        addText(text);
        addText(text.replace("'", "''"));
        addText(PrintableText.line(text));
        addText(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        addText(text.replace("\\", "\\\\").replace("\"", "\\\""));
        addText(text.strip());
        if (value instanceof Value.CharacterValue) {
            addText(Bytes.utf8(text).hex());
        }
    }

    private void addText(String text) {
        if (!text.isBlank()) {
            values.computeIfAbsent(key(text), first -> new TreeSet<>()).add(text);
        }
    }

    private static String key(String text) {
        return text.substring(0, Math.min(PREFIX, text.length()));
    }

    /** Returns text for output. Asterisks replace the values. */
    public String mask(String text) {
        if (values.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int length = length(text, at);
            if (length == 0) {
                out.append(text.charAt(at));
                at++;
            } else {
                out.append(SensitiveText.MASK);
                at += length;
            }
        }
        return out.toString();
    }

    /** Returns the length of the sensitive value at a position; 0 if there is none. */
    private int length(String text, int at) {
        int most = Math.min(PREFIX, text.length() - at);
        if (most == PREFIX) {
            TreeSet<String> longer = values.get(text.substring(at, at + PREFIX));
            if (longer != null) {
                String rest = text.substring(at);
                return Math.max(
                        common(longer.floor(rest), rest), common(longer.ceiling(rest), rest));
            }
            most--;
        }
        for (int length = most; length > 0; length--) {
            if (values.containsKey(text.substring(at, at + length))
                    && (length >= WORD || isWord(text, at, at + length))) {
                return length;
            }
        }
        return 0;
    }

    private static int common(@Nullable String value, String text) {
        int length = 0;
        while (value != null
                && length < Math.min(value.length(), text.length())
                && value.charAt(length) == text.charAt(length)) {
            length++;
        }
        return length;
    }

    private static boolean isWord(String text, int from, int to) {
        return (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)))
                && (to == text.length() || !Character.isLetterOrDigit(text.charAt(to)));
    }

    /**
     * Returns an exception for output and ExceptionLists: its text, its inserts and its causes
     * without the values. Parser errors do not show the data that was found, because the data can
     * contain part of a sensitive value.
     */
    public MillraceException mask(MillraceException exception) {
        return fields.isEmpty() ? exception : masked(exception);
    }

    private MillraceException masked(MillraceException e) {
        boolean ofParser = e.type() == ExceptionType.PARSER;
        Throwable cause = e.getCause() == null ? null : masked(e.getCause(), ofParser);
        String text = e.getMessage();
        if (e.getCause() instanceof MillraceException known && cause != null) {
            // The text of a node's exception contains that of its cause.
            text = text.replace(known.getMessage(), Objects.toString(cause.getMessage()));
        }
        text = text(text, ofParser);
        List<Insert> inserts =
                e.inserts().stream()
                        .map(insert -> new Insert(insert.type(), text(insert.text(), ofParser)))
                        .toList();
        List<Throwable> suppressed =
                Stream.of(e.getSuppressed()).map(other -> masked(other, ofParser)).toList();
        if (text.equals(e.getMessage())
                && inserts.equals(e.inserts())
                && cause == e.getCause()
                && suppressed.equals(List.of(e.getSuppressed()))) {
            return e;
        }
        MillraceException made = e.toBuilder(text).inserts(inserts).cause(cause).build();
        made.setStackTrace(e.getStackTrace());
        suppressed.forEach(made::addSuppressed);
        return made;
    }

    private Throwable masked(Throwable thrown, boolean ofParser) {
        if (thrown instanceof MillraceException e) {
            return masked(e);
        }
        String text = text(thrown.toString(), ofParser);
        if (text.equals(thrown.toString()) && thrown.getCause() == null) {
            return thrown;
        }
        RuntimeException made = new RuntimeException(text);
        made.setStackTrace(thrown.getStackTrace());
        return made;
    }

    private String text(String text, boolean ofParser) {
        String masked = mask(ofParser ? withoutFound(text) : text);
        boolean hasValue = !masked.equals(text);
        return PART.matcher(masked)
                .replaceAll(
                        match -> {
                            String quoted = match.group(1);
                            String part = quoted == null ? match.group() : quoted;
                            boolean hidden =
                                    (hasValue || quoted != null && part.length() >= WORD)
                                            && isPart(part);
                            String shown =
                                    !hidden
                                            ? match.group()
                                            : quoted == null
                                                    ? SensitiveText.MASK
                                                    : "'" + SensitiveText.MASK + "'";
                            return Matcher.quoteReplacement(shown);
                        });
    }

    /** Whether text is a part of a value, as errors of casts show it. */
    private boolean isPart(String text) {
        return !text.isBlank()
                && values.values().stream()
                        .flatMap(TreeSet::stream)
                        .anyMatch(value -> value.contains(text));
    }

    /** Returns the text of a parser error with the quoted message content masked. */
    public static String withoutFound(String text) {
        String found =
                FOUND.matcher(text)
                        .replaceFirst(
                                match ->
                                        match.group(1) == null
                                                ? "found " + SensitiveText.MASK
                                                : match.group(1)
                                                        + " "
                                                        + SensitiveText.MASK
                                                        + match.group(2));
        return QUOTED.matcher(found).replaceAll(SensitiveText.MASK);
    }
}

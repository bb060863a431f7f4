package io.millrace.projects.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of {@code dialect.txt}, which contains a description of its format. */
final class DialectTable {

    /** Key of the rules of all types. */
    static final String COMMON = "*";

    private static final Pattern TYPE = Pattern.compile("(\\S+) (=|!input|!|common) ?(.*)");
    private static final Pattern RENAME =
            Pattern.compile("(\\w+) -> (\\w+)(?: \\[(.*)])?(?: !(\\w+))?");
    private static final Pattern OPTION = Pattern.compile("(\\w+) \\+ (\\w+) = (\\w+)");
    private static final Pattern DIFFERENCE = Pattern.compile("(\\w+) ([~!]) (.+)");
    private static final Pattern NO_EFFECT = Pattern.compile("(\\w+) \\.");
    private static final Pattern DEFAULT = Pattern.compile("default (\\w+) (.+)");
    private static final Pattern TERMINAL = Pattern.compile("(in|out) (\\w+)=(\\w+)");

    private final Map<String, NodeDialect> types = new LinkedHashMap<>();

    private DialectTable() {}

    static Map<String, NodeDialect> read() {
        DialectTable table = new DialectTable();
        NodeDialect[] current = new NodeDialect[1];
        text().lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(
                        line -> {
                            if (line.startsWith(" ")) {
                                rule(current[0], line.strip());
                            } else {
                                current[0] = type(line);
                                table.types.put(current[0].type(), current[0]);
                            }
                        });
        return table.types;
    }

    private static String text() {
        try (InputStream in = DialectTable.class.getResourceAsStream("dialect.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NodeDialect type(String line) {
        Matcher type = matched(TYPE, line);
        boolean known = type.group(2).equals("=");
        return new NodeDialect(
                type.group(1),
                known ? type.group(3) : "",
                known ? "" : type.group(3).isEmpty() ? COMMON : type.group(3),
                type.group(2).equals("!input"),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new HashMap<>(),
                new HashMap<>());
    }

    private static void rule(NodeDialect type, String line) {
        Matcher terminal = TERMINAL.matcher(line);
        Matcher standard = DEFAULT.matcher(line);
        Matcher rename = RENAME.matcher(line);
        Matcher option = OPTION.matcher(line);
        Matcher difference = DIFFERENCE.matcher(line);
        if (terminal.matches()) {
            (terminal.group(1).equals("in") ? type.inputs() : type.outputs())
                    .put(terminal.group(2), terminal.group(3));
        } else if (standard.matches()) {
            type.defaults().put(standard.group(1), standard.group(2));
        } else if (rename.matches()) {
            type.rules().put(rename.group(1), rename(rename));
        } else if (option.matches()) {
            type.rules().put(option.group(1), new Rule.Option(option.group(2), option.group(3)));
        } else if (difference.matches()) {
            boolean missing = difference.group(2).equals("!");
            type.rules()
                    .put(difference.group(1), new Rule.Difference(difference.group(3), missing));
        } else {
            type.rules().put(matched(NO_EFFECT, line).group(1), new Rule.NoEffect());
        }
    }

    private static Rule rename(Matcher rename) {
        Map<String, String> values = new HashMap<>();
        if (rename.group(3) != null) {
            for (String pair : rename.group(3).split(" ")) {
                int equals = pair.indexOf('=');
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        Converter converter =
                rename.group(4) == null
                        ? Converter.NONE
                        : Converter.valueOf(rename.group(4).toUpperCase(Locale.ROOT));
        return new Rule.Rename(rename.group(2), Map.copyOf(values), converter);
    }

    private static Matcher matched(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalStateException("unknown form of a rule: " + line);
        }
        return matcher;
    }
}

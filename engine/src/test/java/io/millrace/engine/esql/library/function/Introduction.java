package io.millrace.engine.esql.library.function;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page {@code docs/esql.md}: a text with a golden file of the same name. The cases of the
 * golden file, which are run with the others, are the examples of the page.
 */
final class Introduction {

    private static final Pattern EXAMPLE = Pattern.compile("(?m)^\\{\\{(.+)}}$");

    private Introduction() {}

    /** The text with its examples in the place of their names. */
    static String text(Path file) throws IOException {
        Path golden = Path.of(file.toString().replace(".md", ".golden"));
        Map<String, String> examples = examples(Files.readString(golden));
        Matcher names = EXAMPLE.matcher(Files.readString(file));
        return names.replaceAll(
                name -> {
                    String example = examples.get(name.group(1));
                    if (example == null) {
                        throw new IllegalStateException("no example " + name.group(1));
                    }
                    return Matcher.quoteReplacement("```sql\n" + example + "```");
                });
    }

    private static Map<String, String> examples(String golden) {
        Map<String, String> examples = new LinkedHashMap<>();
        for (String text : golden.split("(?m)^=== ")) {
            if (!text.isBlank()) {
                examples.put(text.lines().findFirst().orElseThrow(), example(text));
            }
        }
        return examples;
    }

    private static String example(String text) {
        StringBuilder example = new StringBuilder();
        for (String section : text.split("(?m)^--- ")) {
            String[] parts = section.split("\n", 2);
            String body = parts.length < 2 ? "" : parts[1].strip();
            switch (parts[0]) {
                case "input" -> comment("the input tree:", body, example);
                case "statements", "program" -> example.append(body).append('\n');
                case "environment" -> comment("the tree Environment:", body, example);
                case "database" -> comment("the database receives (SQL | values):", body, example);
                case "output" -> comment("the output tree then:", body, example);
                case "propagated" -> comment("what went out:", body, example);
                default -> {
                    // That there are no problems goes without saying.
                }
            }
        }
        return example.toString();
    }

    private static void comment(String head, String body, StringBuilder out) {
        out.append("-- ").append(head).append('\n');
        body.lines().forEach(line -> out.append("--   ").append(line).append('\n'));
    }
}

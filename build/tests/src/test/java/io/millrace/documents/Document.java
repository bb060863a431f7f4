package io.millrace.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Markdown document of the repository. */
record Document(Path file, List<String> lines) {

    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");

    /** A link and the number of its line, from 1. */
    record Link(String target, int line) {}

    /**
     * A code block.
     *
     * @param language first word after the fence
     * @param argument words after the language
     * @param line number of its first line, from 1
     */
    record Block(String language, String argument, int line, List<String> content) {

        private static final Set<String> EXAMPLES = Set.of("yaml", "esql", "sql", "java");

        boolean isUntested() {
            return argument.equals("untested");
        }

        /** Returns whether a test runs or checks the block, or it is not an example. */
        boolean isRun() {
            if (EXAMPLES.contains(language)) {
                return !argument.isEmpty();
            }
            return language.equals("console")
                    || content.stream()
                            .noneMatch(l -> l.matches("(\\$ )?(\\./)?(millrace|mvn) .*"));
        }
    }

    static final Path ROOT = Path.of(System.getProperty("millrace.root"));

    /** Returns all documents except resources of tests and the results of builds. */
    static List<Document> all() throws IOException {
        List<Document> documents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".md"))
                            .filter(
                                    f ->
                                            !ROOT.relativize(f)
                                                    .toString()
                                                    .matches(".*(src|target)/.*"))
                            .sorted()
                            .toList()) {
                documents.add(of(file));
            }
        }
        return documents;
    }

    static Document of(Path file) throws IOException {
        return new Document(file, Files.readAllLines(file));
    }

    String name() {
        return ROOT.relativize(file).toString();
    }

    /** Returns whether a test writes the document, with examples that it runs. */
    boolean isGenerated() {
        return lines.stream().limit(8).anyMatch(line -> line.contains("This page is generated"));
    }

    long words() {
        return lines.stream()
                .flatMap(line -> Stream.of(line.split("\\s+")))
                .filter(word -> !word.isEmpty())
                .count();
    }

    List<Link> links() {
        List<Link> links = new ArrayList<>();
        int number = 0;
        for (String line : outsideCode()) {
            number++;
            Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", "``"));
            while (link.find()) {
                links.add(new Link(link.group(1), number));
            }
        }
        return links;
    }

    /** Returns the names to which links in the document can refer, as GitHub derives them. */
    Set<String> anchors() {
        Set<String> anchors = new TreeSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : outsideCode()) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String anchor =
                        heading.group(1)
                                .strip()
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                                .replace(' ', '-');
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        int from = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).stripLeading().startsWith("```")) {
                continue;
            }
            if (from < 0) {
                from = i;
            } else {
                String[] info = lines.get(from).strip().substring(3).split(" +", 2);
                String argument = info.length < 2 ? "" : info[1];
                blocks.add(new Block(info[0], argument, from + 1, lines.subList(from + 1, i)));
                from = -1;
            }
        }
        return blocks;
    }

    /** The lines, with empty ones in the place of code blocks. */
    private List<String> outsideCode() {
        List<String> text = new ArrayList<>();
        boolean code = false;
        for (String line : lines) {
            boolean fence = line.startsWith("```");
            text.add(code || fence ? "" : line);
            code ^= fence;
        }
        return text;
    }
}

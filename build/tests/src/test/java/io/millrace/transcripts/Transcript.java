package io.millrace.transcripts;

import java.util.ArrayList;
import java.util.List;

/** The steps of a Markdown document, in their order. */
record Transcript(List<Step> steps) {

    /** A part of a document that a test can run. Lines are numbered from 0. */
    sealed interface Step {
        int line();
    }

    /** A heading of the second level. */
    record Heading(int line, String title) implements Step {}

    /** A code block that is the content of a file, or is appended to it. */
    record File(int line, String name, boolean appended, String content) implements Step {

        /** Returns whether Millrace can check the file. */
        boolean isDefinition() {
            return name.endsWith(".yaml") || name.endsWith(".esql");
        }

        /** Returns what a check of the file has as its argument: an application, or the file. */
        String checked() {
            return name.contains("/") && !name.endsWith("broker.yaml")
                    ? name.substring(0, name.indexOf('/'))
                    : name;
        }
    }

    /**
     * A command in a console block.
     *
     * @param end number of the line after the expected output
     */
    record Command(int line, String text, List<String> expected, int end) implements Step {}

    static Transcript of(List<String> lines) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("## ")) {
                steps.add(new Heading(i, line.substring(3)));
            } else if (line.startsWith("```") && line.length() > 3) {
                int end = i + 1;
                while (end < lines.size() && !lines.get(end).startsWith("```")) {
                    end++;
                }
                block(i, line.substring(3).split(" +", 2), lines.subList(i + 1, end), steps);
                i = end;
            }
        }
        return new Transcript(steps);
    }

    private static void block(int line, String[] info, List<String> body, List<Step> steps) {
        String argument = info.length < 2 ? "" : info[1];
        if (argument.equals("untested")) {
            return;
        }
        if (info[0].equals("console")) {
            commands(line + 1, body, steps);
        } else if (!argument.isEmpty()) {
            boolean appended = argument.startsWith("+");
            String name = appended ? argument.substring(1) : argument;
            steps.add(new File(line, name, appended, String.join("\n", body) + "\n"));
        }
    }

    private static void commands(int first, List<String> body, List<Step> steps) {
        for (int i = 0; i < body.size(); ) {
            if (!body.get(i).startsWith("$ ")) {
                throw new IllegalArgumentException(
                        "line %d: a console block must begin with a command after '$ ' (found: %s)"
                                .formatted(first + i + 1, body.get(i)));
            }
            StringBuilder text = new StringBuilder(body.get(i++).substring(2));
            while (text.charAt(text.length() - 1) == '\\') {
                text.setLength(text.length() - 1);
                text.append(body.get(i++).strip());
            }
            int output = i;
            while (i < body.size() && !body.get(i).startsWith("$ ")) {
                i++;
            }
            List<String> expected = List.copyOf(body.subList(output, i));
            steps.add(new Command(first + output, text.toString(), expected, first + i));
        }
    }
}

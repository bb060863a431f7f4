package io.millrace.flows.compare;

/** A writer of a comparison as text. */
public final class ComparisonText {

    private final StringBuilder out = new StringBuilder();

    private ComparisonText() {}

    /** Returns the text, with a line feed after each line. */
    public static String of(Comparison comparison) {
        return new ComparisonText().text(comparison);
    }

    private String text(Comparison comparison) {
        line("old: " + comparison.older());
        line("new: " + comparison.newer());
        comparison.messages().forEach(this::message);
        long different = comparison.different();
        long same = comparison.messages().size() - different;
        line(same + " same, " + different + " different");
        return out.toString();
    }

    private void message(MessageComparison message) {
        line((message.isSame() ? "same      " : "DIFFERENT ") + message.name());
        message.endings().forEach(e -> difference("  ", e));
        for (OutputComparison output : message.outputs()) {
            if (output.isSame() && output.notes().isEmpty()) {
                continue;
            }
            line("  " + output.name());
            output.differences().forEach(d -> difference("    ", d));
            int more = output.count() - output.differences().size();
            if (more > 0) {
                line("    ... " + more + " more differences");
            }
            output.notes().forEach(n -> line("    (" + n + ")"));
        }
    }

    private void difference(String indent, Difference difference) {
        line(indent + difference.path());
        line(indent + "  old: " + difference.older());
        line(indent + "  new: " + difference.newer());
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}

package io.millrace.flows.test;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Element;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Advice about paths in tests that refer to missing fields of a message. */
final class FieldAdvice {

    private static final int MAX_LISTED = 12;

    private static final Pattern PATH =
            Pattern.compile("(Body|Root)((?:\\.[\\w-]+(?:\\[\\d{1,6}])?)+)");
    private static final Pattern STEP = Pattern.compile("\\.([\\w-]+)(?:\\[(\\d+)])?");

    private FieldAdvice() {}

    /**
     * Returns the names of the fields beside the first field of a path that does not exist; empty
     * if the expression is not a path, or the field exists.
     */
    static String of(String expression, Element root) {
        Matcher path = PATH.matcher(expression.strip());
        if (!path.matches()) {
            return "";
        }
        Element at = path.group(1).equals("Root") ? root : root.lastChild();
        Matcher step = STEP.matcher(path.group(2));
        while (at != null && step.find()) {
            int index = step.group(2) == null ? 1 : Integer.parseInt(step.group(2));
            Element child = index < 1 ? null : at.child(null, step.group(1), index);
            if (child == null) {
                return beside(step.group(1), at);
            }
            if (child.namespace() != null && !child.namespace().isEmpty()) {
                return "%s is in the namespace %s: write {'%2$s'}:%1$s, or *:%1$s for any namespace"
                        .formatted(child.name(), child.namespace());
            }
            at = child;
        }
        return "";
    }

    private static String beside(String name, Element folder) {
        Set<String> names = new LinkedHashSet<>();
        for (Element child = folder.firstChild(); child != null; child = child.next()) {
            if (child.name() != null && !child.name().isEmpty()) {
                names.add(child.name());
            }
        }
        List<String> listed = new ArrayList<>(names);
        String all =
                listed.isEmpty()
                        ? folder.name() + " has no fields"
                        : "%s contains %s%s"
                                .formatted(
                                        folder.name(),
                                        String.join(
                                                ", ",
                                                listed.subList(
                                                        0, Math.min(MAX_LISTED, listed.size()))),
                                        listed.size() > MAX_LISTED ? " ..." : "");
        return names.contains(name) ? all : Problems.didYouMean(name, names, all);
    }
}

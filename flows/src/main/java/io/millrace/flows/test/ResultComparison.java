package io.millrace.flows.test;

import io.millrace.engine.error.Actor;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.FlowResult;
import io.millrace.flows.check.CheckedNode;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.sample.MessageEnvironment;
import io.millrace.flows.sample.MqmdFields;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A comparison of the result of a message with the expectations of a test. */
public record ResultComparison(
        Path folder,
        CompiledApplication application,
        FlowTest test,
        FlowResult result,
        Problems problems) {

    private static final int SHOWN = 300;

    /** Maximum number of characters that are shown of a difference. */
    private static final int DIFFERENT = 40;

    public void run() {
        if (test.failure() == null && !result.isClean()) {
            // Different outputs and a different path are consequences.
            differs(
                    test.place(),
                    "expected no failure, found " + words(result.exceptions().getFirst()));
            return;
        }
        if (test.failure() != null) {
            failure(test.failure());
        }
        if (test.outputs() != null) {
            outputs();
        }
        if (test.path() != null) {
            path();
        }
    }

    private void failure(ExpectedFailure expected) {
        if (result.isClean()) {
            differs(
                    expected.place(),
                    "expected a failure, but the message was processed without one");
        } else if (result.exceptions().stream().noneMatch(e -> matches(e, expected))) {
            differs(
                    expected.place(),
                    "expected "
                            + words(expected)
                            + ", found "
                            + words(result.exceptions().getFirst()));
        }
    }

    private static String words(ExpectedFailure expected) {
        return (expected.code().isEmpty() ? "a failure" : expected.code())
                + (expected.node().isEmpty() ? "" : " in " + expected.node())
                + (expected.text().isEmpty() ? "" : ": " + expected.text());
    }

    private boolean matches(MillraceException found, ExpectedFailure expected) {
        boolean code = expected.code().isEmpty();
        boolean text = expected.text().isEmpty();
        boolean node = expected.node().isEmpty();
        for (Throwable t = found; t instanceof MillraceException e; t = e.getCause()) {
            code |= e.code().id().equals(expected.code());
            text |= e.getMessage().contains(expected.text());
            node |= e.node() != null && e.node().equals(result.flow() + "." + expected.node());
        }
        return code && text && node;
    }

    private static String words(MillraceException exception) {
        MillraceException root = exception.root();
        String where = "";
        for (Throwable t = exception; t instanceof MillraceException e; t = e.getCause()) {
            where = e.node() == null ? where : " in " + e.node();
        }
        return root.code().id() + where + ": " + root.getMessage();
    }

    private void outputs() {
        Map<String, List<FlowResult.Output>> found = new TreeMap<>();
        result.outputs()
                .forEach(o -> found.computeIfAbsent(o.queue(), q -> new ArrayList<>()).add(o));
        test.outputs()
                .forEach(
                        (queue, messages) -> {
                            List<FlowResult.Output> there = found.remove(queue.text());
                            if (there == null && !messages.isEmpty()) {
                                misnamed(queue, messages.size(), found);
                                return;
                            }
                            there = there == null ? List.of() : there;
                            if (there.size() != messages.size()) {
                                differs(
                                        queue.place(),
                                        queue.text()
                                                + " was expected to have "
                                                + count(messages.size())
                                                + ", found "
                                                + count(there.size()));
                            }
                            for (int i = 0; i < Math.min(messages.size(), there.size()); i++) {
                                output(messages.get(i), there.get(i));
                            }
                        });
        found.forEach(
                (queue, messages) ->
                        differs(
                                test.outputsPlace(),
                                queue
                                        + " has "
                                        + count(messages.size())
                                        + ", expected none; the first is "
                                        + shown(messages.getFirst().text())));
    }

    /**
     * Reports messages that are not on their queue. Messages on a queue with a similar name are not
     * reported in addition.
     */
    private void misnamed(
            Expected queue, int messages, Map<String, List<FlowResult.Output>> found) {
        List<String> expected = test.outputs().keySet().stream().map(Expected::text).toList();
        List<String> others =
                found.keySet().stream().filter(name -> !expected.contains(name)).toList();
        String near = Problems.nearest(queue.text(), others);
        if (near != null) {
            found.remove(near);
        }
        problems.error(
                ErrorCode.TEST_FAILED,
                queue.place(),
                "%s was expected to have %s, found no message"
                        .formatted(queue.text(), count(messages)),
                near == null ? "" : "did you mean " + near + "?");
    }

    private static String count(int messages) {
        return messages == 0 ? "no message" : messages == 1 ? "1 message" : messages + " messages";
    }

    private void output(ExpectedOutput expected, FlowResult.Output found) {
        try {
            if (expected.file() != null) {
                file(expected.file(), found);
            }
            if (expected.text() != null
                    && !found.text().strip().equals(expected.text().text().strip())) {
                differs(
                        expected.text().place(),
                        found.text().length() > SHOWN
                                ? "the body differs from the expected text "
                                        + difference(
                                                found.text().strip(),
                                                expected.text().text().strip())
                                : "the body is "
                                        + shown(found.text())
                                        + ", expected "
                                        + shown(expected.text().text()));
            }
            for (Expected part : expected.contains()) {
                if (!found.text().contains(part.text())) {
                    differs(
                            part.place(),
                            "the expected string is missing in the body: " + shown(found.text()));
                }
            }
            expected.mqmd()
                    .forEach(
                            (field, value) -> {
                                String text = MqmdFields.text(found.descriptor(), field);
                                if (!text.equalsIgnoreCase(
                                        value.text() == null ? "" : value.text())) {
                                    differs(
                                            value.place(),
                                            "MQMD.%s is %s, expected %s"
                                                    .formatted(
                                                            field,
                                                            shown(text),
                                                            value.text() == null
                                                                    ? "no value"
                                                                    : shown(value.text())));
                                }
                            });
            if (!expected.fields().isEmpty()) {
                fields(expected, found);
            }
        } catch (MillraceException damaged) {
            differs(expected.place(), "the message cannot be read: " + damaged.root().getMessage());
        }
    }

    private void file(Expected file, FlowResult.Output found) {
        try {
            Bytes bytes = Bytes.of(Files.readAllBytes(folder.resolve(file.text())));
            if (!bytes.equals(found.body())) {
                String expected = new String(bytes.toArray(), StandardCharsets.UTF_8);
                differs(
                        file.place(),
                        "the body differs from the file " + difference(found.text(), expected));
            }
        } catch (IOException e) {
            differs(file.place(), "the file cannot be read: " + FileErrors.reason(e));
        }
    }

    private void fields(ExpectedOutput expected, FlowResult.Output found) {
        String domain = expected.domain().isEmpty() ? inputDomain() : expected.domain();
        Element root = found.root(MessageTemplate.domain(domain));
        expected.fields()
                .forEach(
                        (expression, value) -> {
                            Problems syntax = new Problems();
                            Source source = new Source("the test's field", expression.text());
                            EsqlModule module =
                                    application
                                            .esql()
                                            .expression(source, ModuleKind.FILTER, syntax);
                            if (module == null) {
                                syntaxError(expression, syntax.all().getFirst());
                                return;
                            }
                            try {
                                Value is = value(module, root);
                                if (is == null
                                        && value.text() != null
                                        && hasFields(expression.text(), root)) {
                                    problems.error(
                                            ErrorCode.TEST_FAILED,
                                            value.place(),
                                            "%s is a folder without a value, expected %s"
                                                    .formatted(
                                                            expression.text(), shown(value.text())),
                                            "compare one of its fields");
                                } else if (!same(value, is)) {
                                    problems.error(
                                            ErrorCode.TEST_FAILED,
                                            value.place(),
                                            expression.text()
                                                    + " is "
                                                    + (is == null ? "NULL" : shown(is.text()))
                                                    + ", expected "
                                                    + (value.text() == null
                                                            ? "NULL"
                                                            : shown(value.text())),
                                            is == null
                                                    ? FieldAdvice.of(expression.text(), root)
                                                    : "");
                                }
                            } catch (MillraceException failure) {
                                unreadable(expression.place(), found, domain, failure.root());
                            }
                        });
    }

    private void syntaxError(Expected expression, Problem problem) {
        problems.error(
                ErrorCode.TEST_FAILED,
                expression.place(),
                "in the expression " + expression.text() + ": " + problem.text(),
                expression.text().matches("(Body|Root)\\b.*")
                        ? problem.hint()
                        : "write an ESQL path that begins with Body or Root, such as"
                                + " Body.order.total");
    }

    /** Reports an expression that fails, or a body that is not in the domain of the test. */
    private void unreadable(
            Place place, FlowResult.Output found, String domain, MillraceException failure) {
        boolean parsed = failure.code().actor() == Actor.SENDER;
        problems.error(
                ErrorCode.TEST_FAILED,
                place,
                parsed
                        ? "the body on %s cannot be parsed in the domain %s: %s"
                                .formatted(found.queue(), domain, failure.getMessage())
                        : failure.getMessage(),
                parsed ? "set domain to the domain of the body, or correct the flow" : "");
    }

    private Value value(EsqlModule module, Element root) {
        return module.run(
                new MessageEnvironment(
                        root, application.parsers(), application.settings().limits()));
    }

    /** Whether a path denotes a field with child fields. */
    private boolean hasFields(String path, Element root) {
        Source count = new Source("the test's field", "CARDINALITY(" + path + ".*[]) > 0");
        EsqlModule module = application.esql().expression(count, ModuleKind.FILTER, new Problems());
        return module != null
                && value(module, root) instanceof Value.BooleanValue(boolean has)
                && has;
    }

    private String inputDomain() {
        for (CheckedNode node : application.flows().get(result.flow()).inputs()) {
            if (node.name().equals(result.input())) {
                return node.type().description().properties().settings().stream()
                        .filter(p -> p.kind() == SettingKind.DOMAIN)
                        .map(Setting::name)
                        .map(node::text)
                        .findFirst()
                        .orElse("");
            }
        }
        return "";
    }

    private static boolean same(Expected expected, Value found) {
        if (expected.text() == null || found == null) {
            return expected.text() == null && found == null;
        }
        if (expected.text().equals(found.text())) {
            return true;
        }
        try {
            return expected.number()
                    && new BigDecimal(found.text()).compareTo(new BigDecimal(expected.text())) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void path() {
        List<String> expected = test.path().stream().map(Expected::text).toList();
        List<String> found = result.path();
        for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
            String requested = i < expected.size() ? expected.get(i) : null;
            String there = i < found.size() ? found.get(i) : null;
            if (requested == null || !requested.equals(there)) {
                Place place =
                        requested == null
                                ? test.path().isEmpty()
                                        ? test.place()
                                        : test.path().getLast().place()
                                : test.path().get(i).place();
                problems.error(
                        ErrorCode.TEST_FAILED,
                        place,
                        "the path is %s (expected %s)"
                                .formatted(
                                        String.join(", ", found),
                                        expected.isEmpty()
                                                ? "no node"
                                                : String.join(", ", expected)),
                        requested == null
                                ? ""
                                : TestNames.nodeAdvice(requested, test, application));
                return;
            }
        }
    }

    private void differs(Place place, String text) {
        problems.error(ErrorCode.TEST_FAILED, place, text);
    }

    /** Describes the first difference of two strings. */
    private static String difference(String found, String expected) {
        int at = 0;
        int end = Math.min(found.length(), expected.length());
        while (at < end && found.charAt(at) == expected.charAt(at)) {
            at++;
        }
        if (at == found.length() && at == expected.length()) {
            return "in its bytes, which are the same text";
        }
        String before = found.substring(0, at);
        long line = before.chars().filter(c -> c == '\n').count() + 1;
        return "at line %d, column %d: found %s, expected %s"
                .formatted(
                        line, at - before.lastIndexOf('\n'), part(found, at), part(expected, at));
    }

    private static String part(String text, int from) {
        if (from == text.length()) {
            return "the end";
        }
        int end = Math.min(text.length(), from + DIFFERENT);
        return shown(text.substring(from, end)) + (end < text.length() ? "..." : "");
    }

    private static String shown(String text) {
        String line = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        return "'" + line.replace("\n", "\\n") + "'";
    }
}

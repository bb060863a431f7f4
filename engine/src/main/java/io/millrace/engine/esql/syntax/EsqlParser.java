package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.syntax.ExpressionTree.Missing;
import io.millrace.engine.esql.syntax.StatementTree.Broken;
import io.millrace.engine.esql.syntax.TracePattern.Part;

import java.util.ArrayList;
import java.util.List;

/**
 * The entry type of the package: a parser of text into a syntax tree. The parser returns a tree for
 * every text, even for a text with errors. Malformed parts are missing from the tree and are
 * reported.
 */
public final class EsqlParser {

    private EsqlParser() {}

    /** Parses a file that contains modules and routines, or the statements of one node. */
    public static EsqlFile file(Source source, Problems problems) {
        LineIndex lines = new LineIndex(source);
        return new DefinitionParser(cursor(lines, 0, source.text().length(), problems)).file();
    }

    /** Parses one expression, which can be followed by a semicolon. */
    public static ExpressionText expression(Source source, Problems problems) {
        LineIndex lines = new LineIndex(source);
        return new ExpressionText(
                lines, expression(cursor(lines, 0, source.text().length(), problems)));
    }

    /** Parses one statement, with or without the semicolon. */
    public static StatementText statement(Source source, Problems problems) {
        LineIndex lines = new LineIndex(source);
        TokenCursor cursor = cursor(lines, 0, source.text().length(), problems);
        Token first = cursor.peek();
        try {
            StatementTree statement =
                    new StatementParser(cursor, new ExpressionParser(cursor)).statement();
            boolean ended = cursor.accept(";");
            if (!cursor.atEnd()) {
                throw cursor.failure(
                        ended ? "the end of the text" : "; or the end",
                        ended ? "write several statements between BEGIN and END" : "");
            }
            return new StatementText(lines, statement);
        } catch (SyntaxFailure reported) {
            return new StatementText(lines, new Broken(cursor.since(first), List.of()));
        }
    }

    /** Parses the pattern of a Trace node. */
    public static TracePattern pattern(Source source, Problems problems) {
        LineIndex lines = new LineIndex(source);
        String text = source.text();
        List<Part> parts = new ArrayList<>();
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            addText(parts, text.substring(at, open));
            int close = closingBrace(text, open + 2);
            int end = close < 0 ? text.length() : close;
            TokenCursor cursor = cursor(lines, open + 2, end, problems);
            if (close < 0) {
                cursor.report(new Span(open, open + 2), "${ is not closed", "close it with }");
            }
            parts.add(new Part.Inserted(expression(cursor)));
            at = close < 0 ? end : close + 1;
        }
        addText(parts, text.substring(at));
        return new TracePattern(lines, List.copyOf(parts));
    }

    private static void addText(List<Part> parts, String text) {
        if (!text.isEmpty()) {
            parts.add(new Part.Text(text));
        }
    }

    /**
     * Returns the position of the brace that closes an expression. Nested braces are paired; braces
     * in quotes are ignored.
     */
    private static int closingBrace(String text, int from) {
        int open = 0;
        char quote = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '{') {
                open++;
            } else if (c == '}' && open-- == 0) {
                return i;
            }
        }
        return -1;
    }

    private static TokenCursor cursor(LineIndex lines, int from, int to, Problems problems) {
        return new TokenCursor(lines, new Lexer(lines, problems).tokens(from, to), problems);
    }

    private static ExpressionTree expression(TokenCursor cursor) {
        Token first = cursor.peek();
        try {
            ExpressionTree expression = new ExpressionParser(cursor).expression();
            cursor.accept(";");
            if (!cursor.atEnd()) {
                throw cursor.failure("an operator or the end of the expression");
            }
            return expression;
        } catch (SyntaxFailure reported) {
            return new Missing(cursor.since(first));
        }
    }
}

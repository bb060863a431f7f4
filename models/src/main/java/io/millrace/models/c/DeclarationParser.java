package io.millrace.models.c;

import io.millrace.models.ConversionReport;
import io.millrace.models.c.Declarators.Declared;
import io.millrace.models.c.Specifiers.Specified;

import java.util.List;
import java.util.function.Predicate;

/** A parser that creates types from the declarations of a header (ISO/IEC 9899:2018, 6.7). */
final class DeclarationParser {

    private static final int MAX_PROBLEMS = 50;

    private final Tokens tokens;
    private final Specifiers specifiers;
    private final ConversionReport report;

    /**
     * @param takesArguments predicate for names of macros with parameters
     */
    DeclarationParser(
            Tokens tokens,
            CHeaderOptions options,
            Predicate<String> takesArguments,
            ConversionReport report) {
        this.tokens = tokens;
        specifiers = new Specifiers(tokens, options, takesArguments);
        this.report = report;
    }

    /** Returns all structures and unions that have members, in the order of the file. */
    List<Struct> structs() {
        while (!tokens.isAtEnd()) {
            int start = tokens.mark();
            try {
                external();
            } catch (CSyntaxException e) {
                e.report(report);
                specifiers.declarators.reset();
                if (report.problems().errors() > MAX_PROBLEMS) {
                    break;
                }
                recover(start);
            }
        }
        return List.copyOf(specifiers.structs);
    }

    /** Skips a declaration that could not be read, from its start to its end. */
    private void recover(int start) {
        int failed = tokens.mark();
        tokens.reset(start);
        boolean isNamedLast = tokens.at("typedef");
        int depth = 0;
        boolean end = false;
        while (!tokens.isAtEnd() && !(end && depth <= 0 && tokens.mark() > failed)) {
            Token token = tokens.take();
            depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
            end = token.is(";") || token.is("}") && !isNamedLast && !tokens.at(";");
        }
    }

    /** Reads a top-level declaration. */
    private void external() {
        if (tokens.skip(";") || tokens.skip("}")) {
            return;
        }
        if (tokens.at("extern") && tokens.second().kind() == Token.Kind.TEXT) {
            tokens.take();
            tokens.take();
            tokens.skip("{");
            return;
        }
        if (specifiers.skipAssertion()) {
            return;
        }
        Specified specified = specifiers.read(true);
        boolean named = false;
        while (!tokens.at(";")) {
            Declared declared = specifiers.declarators.declarator(specified.type());
            Attributes.skip(tokens);
            named |= declare(specified, declared, named);
            if (tokens.at("{")) {
                tokens.skipBalanced("{", "}");
                return;
            }
            if (tokens.at("=")) {
                initializer();
            }
            if (!tokens.skip(",")) {
                break;
            }
        }
        tokens.expect(";");
    }

    private void initializer() {
        while (!tokens.isAtEnd() && !tokens.peek().isOneOf(";", ",")) {
            if (tokens.at("{")) {
                tokens.skipBalanced("{", "}");
            } else if (tokens.at("(")) {
                tokens.skipBalanced("(", ")");
            } else {
                tokens.take();
            }
        }
    }

    /**
     * Declares a name.
     *
     * @param isNamed whether the structure of the declaration already has a name from another
     *     declarator
     * @return whether this declarator defines the name of the structure
     */
    private boolean declare(Specified specified, Declared declared, boolean isNamed) {
        Token name = declared.name();
        if (!specified.isTypedef()) {
            String what = declared.type() == CType.Nothing.FUNCTION ? "function" : "variable";
            report.dropped(name.place(), "the %s %s", what, name.text());
            return false;
        }
        specifiers.scope.define(name, declared.type());
        boolean names = !isNamed && specified.hasBody() && declared.type() == specified.type();
        if (names && declared.type() instanceof Struct struct) {
            struct.name = name.text();
        }
        return names;
    }
}

package io.millrace.models.c;

import io.millrace.engine.error.Problems;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The names that a header has declared so far. */
final class DeclarationScope {

    /** Words of a declaration that have no effect on a type's layout. */
    private static final Set<String> SKIPPED =
            Set.of(
                    "const",
                    "volatile",
                    "restrict",
                    "__restrict",
                    "__restrict__",
                    "extern",
                    "static",
                    "inline",
                    "__inline",
                    "__inline__",
                    "register",
                    "auto",
                    "__extension__",
                    "_Noreturn",
                    "__const",
                    "__volatile__",
                    "constexpr",
                    "_Thread_local",
                    "__unaligned",
                    "__cdecl",
                    "__stdcall",
                    "WINAPI",
                    "_Atomic");

    private final ScalarTypes scalars;
    private final Preprocessor preprocessor;
    private final Map<String, CType> typedefs = new HashMap<>();

    /** Types by keyword and tag. */
    private final Map<String, CType> tags = new HashMap<>();

    private final Map<String, Long> constants = new LinkedHashMap<>();

    DeclarationScope(ScalarTypes scalars, Preprocessor preprocessor) {
        this.scalars = scalars;
        this.preprocessor = preprocessor;
    }

    void define(Token typedef, CType type) {
        typedefs.put(typedef.text(), type);
    }

    void define(Token constant, long value) {
        constants.put(constant.text(), value);
    }

    /**
     * @param key such as {@code struct order}
     */
    void tag(String key, CType type) {
        tags.put(key, type);
    }

    /** Returns the type of a keyword and a tag; null for none. */
    CType tagged(String key) {
        return tags.get(key);
    }

    /** Whether a word has no effect on a type's layout. */
    static boolean isSkipped(Token token) {
        return token.isName() && SKIPPED.contains(token.text());
    }

    /** Returns the type of a name. */
    CType named(Token name) {
        CType found = typedefs.get(name.text());
        if (found == null) {
            found = scalars.named(name.text());
        }
        // C++ needs no keyword before a tag.
        for (String keyword : List.of("struct ", "union ", "enum ")) {
            found = found == null ? tags.get(keyword + name.text()) : found;
        }
        if (found != null) {
            return found;
        }
        if (preprocessor.takesArguments(name.text())) {
            throw new CSyntaxException(
                    name,
                    "found the macro " + name.text() + ", which takes arguments",
                    "write what it stands for in its place");
        }
        Set<String> known = new TreeSet<>(typedefs.keySet());
        known.addAll(scalars.names());
        String near = Problems.didYouMean(name.text(), known);
        throw new CSyntaxException(
                name,
                "found '" + name.text() + "', which is no type that is known here",
                near.isEmpty()
                        ? "put the file that declares it beside this one, or its declaration into"
                                + " it"
                        : near);
    }

    boolean isType(Token token) {
        return token.isName()
                && (ScalarTypes.isWord(token.text())
                        || DeclarationScope.isSkipped(token)
                        || token.is("struct")
                        || token.is("union")
                        || token.is("enum")
                        || typedefs.containsKey(token.text())
                        || scalars.named(token.text()) != null);
    }

    /** Returns the value of a constant. */
    long value(Token name) {
        Long value = constants.get(name.text());
        if (value == null) {
            throw new CSyntaxException(
                    name,
                    "found '" + name.text() + "', whose value is not known here",
                    Problems.didYouMean(name.text(), constants.keySet()));
        }
        return value;
    }
}

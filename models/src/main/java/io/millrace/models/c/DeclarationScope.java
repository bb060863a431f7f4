package io.millrace.models.c;

import static io.millrace.engine.error.Problems.didYouMean;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The names that a header has declared so far. */
final class DeclarationScope {

    /** Words that only C++ has. */
    private static final Set<String> CPP =
            Set.of("std", "string", "vector", "template", "class", "namespace", "using");

    /** Keywords that have no effect on the layout of a type. */
    private static final Set<String> SKIPPED =
            Set.of(
                    """
                    const volatile restrict __restrict __restrict__ extern static inline __inline
                    __inline__ register auto __extension__ _Noreturn __const __volatile__ constexpr
                    _Thread_local __unaligned __cdecl __stdcall WINAPI _Atomic
                    """
                            .split("\\s"));

    private final Predicate<String> takesArguments;
    private final Map<String, CType> typedefs;

    /** Types by keyword and tag. */
    private final Map<String, CType> tags = new HashMap<>();

    private final Map<String, Long> constants = new LinkedHashMap<>();

    /**
     * @param known predeclared types
     * @param takesArguments predicate for names of macros with parameters
     */
    DeclarationScope(Map<String, CType> known, Predicate<String> takesArguments) {
        typedefs = new HashMap<>(known);
        this.takesArguments = takesArguments;
    }

    void define(Token typedef, CType type) {
        typedefs.put(typedef.text(), type);
    }

    void define(Token constant, long value) {
        constants.put(constant.text(), value);
    }

    /**
     * @param key keyword and tag, for example {@code struct order}
     */
    void tag(String key, CType type) {
        tags.put(key, type);
    }

    /** Returns the type for a keyword and a tag; null if the type is not declared. */
    CType tagged(String key) {
        return tags.get(key);
    }

    /** Whether a word has no effect on the layout of a type. */
    static boolean isSkipped(Token token) {
        return token.isName() && SKIPPED.contains(token.text());
    }

    /** Returns the type with a name. */
    CType named(Token name) {
        String text = name.text();
        CType found = typedefs.get(text);
        // C++ needs no keyword before a tag.
        for (String keyword : List.of("struct ", "union ", "enum ")) {
            found = found == null ? tags.get(keyword + text) : found;
        }
        if (found != null) {
            return found;
        }
        if (takesArguments.test(text)) {
            throw new CSyntaxException(name, "found the macro %s, which has parameters", text)
                    .advise("replace the macro with its value");
        }
        String near = didYouMean(text, new TreeSet<>(typedefs.keySet()));
        throw new CSyntaxException(name, "found '%s', which is not a known type", text)
                .advise(
                        CPP.contains(text)
                                ? "this is C++; import-model reads C: replace it with a type of C"
                                : near.isEmpty()
                                        ? "put the file that declares it into the same folder, or"
                                                + " add its declaration to this file"
                                        : near);
    }

    boolean isType(Token token) {
        return token.isName()
                && (ScalarTypes.isWord(token.text())
                        || isSkipped(token)
                        || token.isOneOf("struct", "union", "enum")
                        || typedefs.containsKey(token.text()));
    }

    /** Returns the value of a constant. */
    long value(Token name) {
        Long value = constants.get(name.text());
        if (value == null) {
            throw new CSyntaxException(name, "found '%s', whose value is unknown", name.text())
                    .advise(
                            didYouMean(
                                    name.text(),
                                    constants.keySet(),
                                    "define it before this line: #define " + name.text() + " 8"));
        }
        return value;
    }
}

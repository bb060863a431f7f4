package io.millrace.engine.message.format;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A bounded cache of compiled patterns that are known only at run time. Safe for use by several
 * threads.
 */
public final class FormatCache<F> {

    private static final int MAX_COUNT = 500;

    /** Maximum length of a pattern that is cached. A message can contain longer patterns. */
    private static final int MAX_LENGTH = 1_000;

    private final Map<String, F> compiled = new ConcurrentHashMap<>();
    private final Function<String, F> compiler;

    public FormatCache(Function<String, F> compiler) {
        this.compiler = compiler;
    }

    /**
     * @throws PatternException if the pattern is invalid
     */
    public F of(String pattern) {
        F known = compiled.get(pattern);
        if (known != null) {
            return known;
        }
        F made = compiler.apply(pattern);
        if (pattern.length() > MAX_LENGTH) {
            return made;
        }
        if (compiled.size() >= MAX_COUNT) {
            compiled.clear();
        }
        compiled.put(pattern, made);
        return made;
    }
}

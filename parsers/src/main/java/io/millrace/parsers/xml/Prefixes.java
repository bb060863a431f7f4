package io.millrace.parsers.xml;

import java.util.Arrays;

/**
 * The prefixes that are declared at the position of a writer, from the outermost to the innermost
 * declaration.
 */
final class Prefixes {

    private String[] prefixes = new String[16];
    private String[] uris = new String[16];
    private int size;
    private int generated;

    int size() {
        return size;
    }

    /** Removes the declarations after the first {@code oldSize}. */
    void truncate(int oldSize) {
        size = oldSize;
    }

    void declare(String prefix, String uri) {
        if (size == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, size * 2);
            uris = Arrays.copyOf(uris, size * 2);
        }
        prefixes[size] = prefix;
        uris[size++] = uri;
    }

    /**
     * Returns the namespace of a prefix. For an undeclared prefix, it is null; for an undeclared
     * default namespace, it is empty.
     */
    String uri(String prefix) {
        for (int i = size - 1; i >= 0; i--) {
            if (prefixes[i].equals(prefix)) {
                return uris[i];
            }
        }
        return NamespaceScope.uri(null, prefix);
    }

    /** Whether a prefix was declared after the first {@code from} declarations. */
    boolean isDeclaredSince(int from, String prefix) {
        for (int i = from; i < size; i++) {
            if (prefixes[i].equals(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the innermost prefix of a namespace; null if no prefix is declared. */
    String of(String uri, boolean defaultToo) {
        if (uri.equals(NamespaceScope.XML_URI)) {
            return "xml";
        }
        for (int i = size - 1; i >= 0; i--) {
            boolean usable = defaultToo || !prefixes[i].isEmpty();
            if (usable && uris[i].equals(uri) && uri(prefixes[i]).equals(uri)) {
                return prefixes[i];
            }
        }
        return null;
    }

    /** Returns a prefix that is not declared here: NS1, NS2 ... */
    String generate() {
        String prefix;
        do {
            prefix = "NS" + ++generated;
        } while (uri(prefix) != null);
        return prefix;
    }

    /** Whether every declaration that is in force in a scope has the same meaning here. */
    boolean cover(NamespaceScope scope) {
        if (size == 0 && scope == null) {
            return true;
        }
        boolean defaulted = false;
        for (NamespaceScope s = scope; s != null; s = s.outer()) {
            defaulted |= s.prefix().isEmpty();
            if (!s.uri().equals(uri(s.prefix()))
                    && s.uri().equals(NamespaceScope.uri(scope, s.prefix()))) {
                return false;
            }
        }
        return defaulted || uri("").isEmpty();
    }
}

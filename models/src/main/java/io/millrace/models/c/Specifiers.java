package io.millrace.models.c;

import static io.millrace.models.c.Declarators.MAX_BYTES;

import io.millrace.models.c.CType.Enumeration.Constant;
import io.millrace.models.c.Declarators.Declared;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads what declarations begin with: words and names of types, structures with their members, and
 * enumerations (ISO/IEC 9899:2018, 6.7.2). Structures are laid out when their closing brace is
 * read, as {@code sizeof} may ask for them right after it.
 */
final class Specifiers {

    final DeclarationScope scope;
    final Declarators declarators;

    /** Structures and unions that have members, in the order of the file. */
    final Set<Struct> structs = new LinkedHashSet<>();

    private final Tokens tokens;
    private final CHeaderOptions options;
    private final ScalarTypes scalars;

    Specifiers(Tokens tokens, CHeaderOptions options, Predicate<String> takesArguments) {
        this.tokens = tokens;
        this.options = options;
        scalars = new ScalarTypes(options);
        scope = new DeclarationScope(scalars.named, takesArguments);
        declarators =
                new Declarators(tokens, options.pointerBytes(), scope, () -> read(false).type);
    }

    /**
     * The beginning of a declaration.
     *
     * @param hasBody whether it has the members of a structure or the constants of an enumeration
     */
    record Specified(CType type, boolean isTypedef, boolean hasBody, boolean isPacked) {}

    Specified read(boolean mayBeTypedef) {
        var words = new ArrayList<String>();
        Token first = tokens.peek();
        CType type = null;
        boolean isTypedef = false;
        boolean hasBody = false;
        boolean packed = false;
        while (tokens.peek().isName()) {
            Token token = tokens.peek();
            if (Attributes.isNext(tokens)) {
                packed |= Attributes.skip(tokens);
            } else if (DeclarationScope.isSkipped(token)) {
                tokens.take();
            } else if (mayBeTypedef && tokens.skip("typedef")) {
                isTypedef = true;
            } else if (token.isOneOf("struct", "union")) {
                int before = structs.size();
                type = struct();
                hasBody = structs.size() > before;
            } else if (token.is("enum")) {
                type = enumeration();
            } else if (ScalarTypes.isWord(token.text())) {
                words.add(tokens.take().text());
            } else if (type == null && words.isEmpty()) {
                type = scope.named(tokens.take());
            } else {
                break;
            }
        }
        if (!words.isEmpty()) {
            type = type == null ? scalars.of(words) : null;
        }
        if (type == null) {
            throw words.isEmpty()
                    ? tokens.peek().expected("a type")
                    : new CSyntaxException(
                            first, "found '%s', expected a type", String.join(" ", words));
        }
        return new Specified(type, isTypedef, hasBody, packed);
    }

    // Structures

    private CType struct() {
        Token keyword = tokens.take();
        boolean packed = Attributes.skip(tokens);
        Token tag = tokens.peek().isName() ? tokens.take() : null;
        packed |= Attributes.skip(tokens);
        String name = tag == null ? "" : tag.text();
        String key = keyword.text() + " " + name;
        Struct known = tag == null ? null : (Struct) scope.tagged(key);
        boolean hasBody = tokens.at("{");
        if (!hasBody && tag == null) {
            throw tokens.peek().expected("a name or '{'");
        }
        if (!hasBody && known != null) {
            return known;
        }
        if (known != null && known.isComplete()) {
            throw new CSyntaxException(tag, "found %s a second time", key);
        }
        Struct struct =
                known != null
                        ? known
                        : new Struct(
                                keyword.is("union"),
                                name,
                                keyword,
                                hasBody ? keyword.comment() : "");
        if (tag != null) {
            scope.tag(key, struct);
        }
        return hasBody ? body(struct, keyword, key.strip(), packed) : struct;
    }

    private Struct body(Struct struct, Token keyword, String key, boolean packed) {
        declarators.enter();
        tokens.take();
        while (!tokens.at("}")) {
            members(struct);
        }
        int pack = tokens.take().pack();
        declarators.leave();
        boolean isPacked = Attributes.skip(tokens) || packed;
        if (struct.isComplete()) {
            throw new CSyntaxException(keyword, "found %s a second time", key);
        }
        struct.complete(isPacked ? 1 : pack);
        if (struct.bytes() > MAX_BYTES) {
            throw new CSyntaxException(
                    keyword, "found %s of more than %d bytes", struct.label(), MAX_BYTES);
        }
        if (!struct.members.isEmpty()) {
            structs.add(struct);
        }
        return struct;
    }

    private void members(Struct struct) {
        Token first = tokens.peek();
        if (tokens.isAtEnd()) {
            throw new CSyntaxException(
                    struct.token, "found no '}' that closes this %s", struct.label());
        }
        if (tokens.skip(";") || skipAssertion()) {
            return;
        }
        Specified specified = read(false);
        if (tokens.at(";")) {
            Token end = tokens.take();
            if (specified.type instanceof Struct inner && inner.name.isEmpty()) {
                struct.add("", inner, specified.isPacked, end, "");
            }
            return;
        }
        var adding = new ArrayList<Runnable>();
        do {
            Declared declared = tokens.at(":") ? null : declarators.declarator(specified.type);
            if (tokens.at(":")) {
                throw new CSyntaxException(
                                declared == null ? tokens.peek() : declared.name(),
                                "found a bit-field, which is not supported")
                        .advise("write the whole number that holds the bits as one member");
            }
            boolean packed = Attributes.skip(tokens) || specified.isPacked;
            Token name = declared.name();
            adding.add(
                    () ->
                            struct.add(
                                    name.text(),
                                    declared.type(),
                                    packed,
                                    name,
                                    documentation(first)));
        } while (tokens.skip(","));
        tokens.expect(";");
        adding.forEach(Runnable::run);
    }

    /** Skips an assertion. @return whether there was one */
    boolean skipAssertion() {
        boolean found = tokens.skip("_Static_assert") || tokens.skip("static_assert");
        if (found) {
            tokens.skipBalanced("(", ")");
        }
        return found;
    }

    /** Returns what is specified after a declaration on its line, else before it. */
    private String documentation(Token first) {
        return tokens.peek().remark().isEmpty() ? first.comment() : tokens.peek().remark();
    }

    // Enumerations

    private CType enumeration() {
        Token keyword = tokens.take();
        Attributes.skip(tokens);
        Token tag = tokens.peek().isName() ? tokens.take() : null;
        String key = "enum " + (tag == null ? "" : tag.text());
        if (tokens.skip(":")) {
            read(false);
        }
        if (!tokens.skip("{")) {
            CType found = scope.tagged(key);
            if (found == null) {
                throw new CSyntaxException(
                        keyword, "found %s, whose values are not known", key.strip());
            }
            return found;
        }
        var values = new ArrayList<Constant>();
        long next = 0;
        while (!tokens.at("}")) {
            Token name = tokens.take();
            if (!name.isName()) {
                throw name.expected("a name");
            }
            Attributes.skip(tokens);
            if (tokens.skip("=")) {
                next = Expression.value(tokens, declarators);
            }
            scope.define(name, next);
            values.add(new Constant(name.text(), next++));
            if (!tokens.skip(",")) {
                break;
            }
        }
        tokens.expect("}");
        Attributes.skip(tokens);
        CType made = enumeration(keyword, values);
        if (tag != null) {
            scope.tag(key, made);
        }
        return made;
    }

    private CType enumeration(Token keyword, List<Constant> values) {
        long least = values.stream().mapToLong(Constant::value).min().orElse(0);
        long most = values.stream().mapToLong(Constant::value).max().orElse(0);
        int size = options.enumBytes();
        for (int bytes = 1; size == 0; bytes *= 2) {
            size = fits(least, most, bytes) ? bytes : 0;
        }
        if (!fits(least, most, size)) {
            throw new CSyntaxException(
                    keyword,
                    "found values from %d to %d, expected ones that fit into an enumeration of %d"
                            + " bytes",
                    least,
                    most,
                    size);
        }
        boolean signed = least < 0 || most < 1L << 8 * size - 1;
        return new CType.Enumeration(size, signed, values);
    }

    private static boolean fits(long least, long most, int bytes) {
        int bits = 8 * bytes;
        return bits == 64
                || least >= 0 && most < 1L << bits
                || least >= -(1L << bits - 1) && most < 1L << bits - 1;
    }
}

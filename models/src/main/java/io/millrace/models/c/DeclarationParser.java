package io.millrace.models.c;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Creates types from declarations (ISO/IEC 9899:2018, 6.7). The layout of a structure is computed
 * at its closing brace, because {@code sizeof} can need it immediately after.
 */
final class DeclarationParser implements Expression.Names {

    private static final int MAX_LEVELS = 60;
    private static final int MAX_SIZES_DEEP = 8;
    private static final int MAX_PROBLEMS = 50;
    private static final long MAX_BYTES = 1L << 30;

    private final Tokens tokens;
    private final CHeaderOptions options;
    private final ScalarTypes scalars;
    private final Problems problems;
    private final ConversionReport report;
    private final DeclarationScope scope;
    private final Set<Struct> structs = new LinkedHashSet<>();
    private int levels;
    private int sizesDeep;

    DeclarationParser(
            Tokens tokens,
            CHeaderOptions options,
            Preprocessor preprocessor,
            Problems problems,
            ConversionReport report) {
        this.tokens = tokens;
        this.options = options;
        this.scalars = new ScalarTypes(options);
        this.scope = new DeclarationScope(scalars, preprocessor);
        this.problems = problems;
        this.report = report;
    }

    /** Returns all structures and unions that have members, in the order of the file. */
    List<Struct> structs() {
        while (!tokens.isAtEnd()) {
            try {
                external();
            } catch (CSyntaxException e) {
                problems.error(ErrorCode.MODEL_IMPORT, e.token().place(), e.getMessage(), e.hint());
                levels = 0;
                sizesDeep = 0;
                if (problems.errors() > MAX_PROBLEMS) {
                    break;
                }
                recover();
            }
        }
        return List.copyOf(structs);
    }

    /** Skips a declaration that could not be read. */
    private void recover() {
        int depth = 0;
        while (!tokens.isAtEnd()) {
            Token token = tokens.take();
            depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
            boolean end = token.is(";") || token.is("}") && !tokens.peek().is(";");
            if (depth <= 0 && end) {
                return;
            }
        }
    }

    /** Reads a declaration outside of all others. */
    private void external() {
        Token first = tokens.peek();
        if (tokens.skip(";") || tokens.skip("}")) {
            return;
        }
        if (first.is("extern") && tokens.second().kind() == Token.Kind.TEXT) {
            tokens.take();
            tokens.take();
            tokens.skip("{");
            return;
        }
        if (first.is("_Static_assert") || first.is("static_assert")) {
            tokens.take();
            tokens.skipBalanced("(", ")");
            return;
        }
        Specifiers specifiers = specifiers(true);
        boolean named = false;
        while (!tokens.peek().is(";")) {
            Declared declared = declarator(specifiers.type);
            attributes();
            named |= declare(specifiers, declared, named);
            if (tokens.peek().is("{")) {
                tokens.skipBalanced("{", "}");
                return;
            }
            if (tokens.peek().is("=")) {
                initializer();
            }
            if (!tokens.skip(",")) {
                break;
            }
        }
        tokens.expect(";");
    }

    private void initializer() {
        while (!tokens.isAtEnd() && !tokens.peek().is(";") && !tokens.peek().is(",")) {
            if (tokens.peek().is("{")) {
                tokens.skipBalanced("{", "}");
            } else if (tokens.peek().is("(")) {
                tokens.skipBalanced("(", ")");
            } else {
                tokens.take();
            }
        }
    }

    /**
     * Declares a name.
     *
     * @param isNamed whether another name of the declaration is that of its structure already
     * @return whether this declaration defines such a type name
     */
    private boolean declare(Specifiers specifiers, Declared declared, boolean isNamed) {
        if (!specifiers.isTypedef) {
            String what =
                    declared.type == CType.Nothing.FUNCTION ? "the function " : "the variable ";
            report.dropped(declared.name.place(), what + declared.name.text());
            return false;
        }
        scope.define(declared.name, declared.type);
        boolean names = !isNamed && specifiers.hasBody && declared.type == specifiers.type;
        if (names && declared.type instanceof Struct struct) {
            struct.name = declared.name.text();
        }
        return names;
    }

    // Specifiers

    /**
     * The beginning of a declaration.
     *
     * @param hasBody whether it has the members of a structure or the constants of an enumeration
     */
    private record Specifiers(CType type, boolean isTypedef, boolean hasBody, boolean isPacked) {}

    private Specifiers specifiers(boolean mayBeTypedef) {
        List<String> words = new ArrayList<>();
        Token first = tokens.peek();
        CType type = null;
        boolean isTypedef = false;
        boolean hasBody = false;
        boolean packed = false;
        while (tokens.peek().isName()) {
            Token token = tokens.peek();
            if (isAttribute(token)) {
                packed |= attributes();
            } else if (DeclarationScope.isSkipped(token)) {
                tokens.take();
            } else if (mayBeTypedef && token.is("typedef")) {
                tokens.take();
                isTypedef = true;
            } else if (token.is("struct") || token.is("union")) {
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
            String found =
                    words.isEmpty() ? tokens.peek().label() : "'" + String.join(" ", words) + "'";
            throw new CSyntaxException(
                    words.isEmpty() ? tokens.peek() : first,
                    "found " + found + ", expected a type");
        }
        return new Specifiers(type, isTypedef, hasBody, packed);
    }

    private static boolean isAttribute(Token token) {
        return token.is("__attribute__")
                || token.is("__attribute")
                || token.is("__declspec")
                || token.is("__packed")
                || token.is("_Alignas")
                || token.is("alignas");
    }

    /** Skips attributes. @return whether packed is among them */
    private boolean attributes() {
        boolean packed = false;
        while (isAttribute(tokens.peek())) {
            Token attribute = tokens.take();
            if (attribute.is("__packed")) {
                packed = true;
                continue;
            }
            int mark = tokens.mark();
            tokens.skipBalanced("(", ")");
            int end = tokens.mark();
            tokens.reset(mark);
            while (tokens.mark() < end) {
                Token word = tokens.take();
                packed |= word.is("packed") || word.is("__packed__");
                boolean aligned = word.is("aligned") || word.is("__aligned__") || word.is("align");
                if (aligned || attribute.text().endsWith("lignas") && !word.is("(")) {
                    throw new CSyntaxException(
                            word,
                            "found an alignment of its own, which is not supported",
                            "take it away, and put members of padding where it made some");
                }
            }
        }
        return packed;
    }

    private CType struct() {
        Token keyword = tokens.take();
        boolean isUnion = keyword.is("union");
        boolean packed = attributes();
        Token tag = tokens.peek().isName() ? tokens.take() : null;
        packed |= attributes();
        String key = keyword.text() + " " + (tag == null ? "" : tag.text());
        Struct struct = tag == null ? null : (Struct) scope.tagged(key);
        if (!tokens.peek().is("{")) {
            if (tag == null) {
                throw new CSyntaxException(
                        tokens.peek(),
                        "found " + tokens.peek().label() + ", expected a name or '{'");
            }
            return struct != null
                    ? struct
                    : declare(key, new Struct(isUnion, tag.text(), keyword, ""));
        }
        if (struct == null || struct.isComplete()) {
            if (struct != null) {
                throw new CSyntaxException(tag, "found " + key + " a second time");
            }
            String name = tag == null ? "" : tag.text();
            struct = declare(key, new Struct(isUnion, name, keyword, keyword.comment()));
        }
        deeper();
        tokens.take();
        while (!tokens.peek().is("}")) {
            members(struct);
        }
        int pack = tokens.take().pack();
        levels--;
        packed |= attributes();
        if (struct.isComplete()) {
            throw new CSyntaxException(keyword, "found " + key.strip() + " a second time");
        }
        struct.complete(packed ? 1 : pack);
        if (struct.bytes() > MAX_BYTES) {
            throw new CSyntaxException(
                    keyword, "found " + struct.label() + " of more than " + MAX_BYTES + " bytes");
        }
        if (!struct.members().isEmpty()) {
            structs.add(struct);
        }
        return struct;
    }

    private Struct declare(String key, Struct struct) {
        if (!key.endsWith(" ")) {
            scope.tag(key, struct);
        }
        return struct;
    }

    private void deeper() {
        if (++levels > MAX_LEVELS) {
            throw new CSyntaxException(
                    tokens.peek(),
                    "found declarations more than " + MAX_LEVELS + " levels within one another");
        }
    }

    private void members(Struct struct) {
        Token first = tokens.peek();
        if (tokens.skip(";")) {
            return;
        }
        if (tokens.isAtEnd()) {
            throw new CSyntaxException(
                    struct.token, "found no '}' that closes this " + struct.label());
        }
        if (first.is("_Static_assert") || first.is("static_assert")) {
            tokens.take();
            tokens.skipBalanced("(", ")");
            return;
        }
        Specifiers specifiers = specifiers(false);
        if (tokens.peek().is(";")) {
            Token end = tokens.take();
            if (specifiers.type instanceof Struct inner && inner.name.isEmpty()) {
                add(struct, "", inner, specifiers.isPacked, end, "");
            }
            return;
        }
        List<Runnable> adding = new ArrayList<>();
        do {
            Declared declared = tokens.peek().is(":") ? null : declarator(specifiers.type);
            if (tokens.peek().is(":")) {
                throw new CSyntaxException(
                        declared == null ? tokens.peek() : declared.name,
                        "found a bit-field, which is not supported",
                        "write the whole number that holds the bits as one member");
            }
            boolean packed = attributes() | specifiers.isPacked;
            adding.add(
                    () ->
                            add(
                                    struct,
                                    declared.name.text(),
                                    declared.type,
                                    packed,
                                    declared.name,
                                    documentation(first)));
        } while (tokens.skip(","));
        tokens.expect(";");
        adding.forEach(Runnable::run);
    }

    /** Returns the documentation after a declaration on its line, otherwise the one before it. */
    private String documentation(Token first) {
        return tokens.peek().remark().isEmpty() ? first.comment() : tokens.peek().remark();
    }

    private static void add(
            Struct struct, String name, CType type, boolean packed, Token at, String doc) {
        CType single = type;
        while (single instanceof CType.Array array) {
            single = array.of();
        }
        String what =
                switch (single) {
                    case Struct inner when !inner.isComplete() ->
                            inner.label() + ", whose members are not known";
                    case CType.Nothing nothing -> nothing.written();
                    default -> null;
                };
        if (what != null) {
            throw new CSyntaxException(
                    at, "found " + name + " of the type " + what + ", expected a type with a size");
        }
        struct.add(name, type, packed, at, doc);
    }

    private CType enumeration() {
        Token keyword = tokens.take();
        attributes();
        Token tag = tokens.peek().isName() ? tokens.take() : null;
        String key = "enum " + (tag == null ? "" : tag.text());
        if (tokens.skip(":")) {
            specifiers(false);
        }
        if (!tokens.peek().is("{")) {
            CType found = scope.tagged(key);
            if (found == null) {
                throw new CSyntaxException(
                        keyword, "found " + key.strip() + ", whose values are not known");
            }
            return found;
        }
        tokens.take();
        List<CType.Enumeration.Constant> values = new ArrayList<>();
        long next = 0;
        while (!tokens.peek().is("}")) {
            Token name = tokens.take();
            if (!name.isName()) {
                throw new CSyntaxException(name, "found " + name.label() + ", expected a name");
            }
            attributes();
            if (tokens.skip("=")) {
                next = Expression.value(tokens, this);
            }
            scope.define(name, next);
            values.add(new CType.Enumeration.Constant(name.text(), next++));
            if (!tokens.skip(",")) {
                break;
            }
        }
        tokens.expect("}");
        attributes();
        CType made = enumeration(keyword, tag == null ? "" : tag.text(), values);
        if (tag != null) {
            scope.tag(key, made);
        }
        return made;
    }

    private CType enumeration(Token keyword, String tag, List<CType.Enumeration.Constant> values) {
        long least = values.stream().mapToLong(CType.Enumeration.Constant::value).min().orElse(0);
        long most = values.stream().mapToLong(CType.Enumeration.Constant::value).max().orElse(0);
        int size = options.enumBytes();
        for (int bytes = 1; size == 0; bytes *= 2) {
            size = bytes == 8 || fits(least, most, bytes) ? bytes : 0;
        }
        if (!fits(least, most, size)) {
            throw new CSyntaxException(
                    keyword,
                    "found values from "
                            + least
                            + " to "
                            + most
                            + ", expected ones that fit into an enumeration of "
                            + size
                            + " bytes");
        }
        boolean signed = least < 0 || most < 1L << 8 * size - 1;
        return new CType.Enumeration(tag, size, signed, values);
    }

    private static boolean fits(long least, long most, int bytes) {
        int bits = 8 * bytes;
        return bits == 64
                || least >= 0 && most < 1L << bits
                || least >= -(1L << bits - 1) && most < 1L << bits - 1;
    }

    // Declarators

    private record Declared(Token name, CType type) {}

    private Declared declarator(CType base) {
        Declared declared = abstractDeclarator(base);
        if (declared.name == null) {
            throw new CSyntaxException(
                    tokens.peek(), "found " + tokens.peek().label() + ", expected a name");
        }
        return declared;
    }

    /** Returns a declarator whose name is optional. */
    private Declared abstractDeclarator(CType base) {
        deeper();
        CType type = base;
        while (tokens.peek().is("*")
                || tokens.peek().is("^")
                || DeclarationScope.isSkipped(tokens.peek())) {
            if (tokens.take().kind() == Token.Kind.SIGN) {
                type = new CType.Pointer(options.pointerBytes());
            }
        }
        attributes();
        Declared declared;
        if (tokens.peek().is("(") && !isParameters(tokens.second())) {
            int inner = tokens.mark();
            tokens.skipBalanced("(", ")");
            type = suffixes(type);
            int end = tokens.mark();
            tokens.reset(inner + 1);
            declared = abstractDeclarator(type);
            tokens.expect(")");
            tokens.reset(end);
        } else {
            Token name = tokens.peek().isName() ? tokens.take() : null;
            declared = new Declared(name, suffixes(type));
        }
        levels--;
        return declared;
    }

    private boolean isParameters(Token token) {
        return token.is(")") || isType(token);
    }

    private CType suffixes(CType type) {
        if (tokens.peek().is("(")) {
            tokens.skipBalanced("(", ")");
            return CType.Nothing.FUNCTION;
        }
        List<Long> counts = new ArrayList<>();
        Token first = tokens.peek();
        while (tokens.skip("[")) {
            Token at = tokens.peek();
            boolean open = at.is("]");
            long count = open ? CType.Array.OPEN : Expression.value(tokens, this);
            tokens.expect("]");
            if (!open && count < 0 || count > MAX_BYTES) {
                throw new CSyntaxException(
                        at, "found an array of " + count + ", expected 1 to " + MAX_BYTES);
            }
            counts.add(count);
        }
        long dimensions = counts.size();
        for (CType of = type; of instanceof CType.Array array; of = array.of()) {
            dimensions++;
        }
        if (dimensions > MAX_LEVELS) {
            throw new CSyntaxException(
                    first, "found an array of more than " + MAX_LEVELS + " dimensions");
        }
        CType made = type;
        for (Long count : counts.reversed()) {
            made = new CType.Array(made, count);
            if (made.bytes() > MAX_BYTES) {
                throw new CSyntaxException(
                        first, "found an array of more than " + MAX_BYTES + " bytes");
            }
        }
        return made;
    }

    // Names in expressions

    @Override
    public long value(Token name, Tokens ignored) {
        return scope.value(name);
    }

    @Override
    public boolean isType(Token token) {
        return scope.isType(token);
    }

    @Override
    public long size(Tokens ignored) {
        if (++sizesDeep > MAX_SIZES_DEEP) {
            throw new CSyntaxException(
                    tokens.peek(), "found sizeof more than " + MAX_SIZES_DEEP + " levels deep");
        }
        Specifiers specifiers = specifiers(false);
        long bytes = abstractDeclarator(specifiers.type).type.bytes();
        sizesDeep--;
        return bytes;
    }
}

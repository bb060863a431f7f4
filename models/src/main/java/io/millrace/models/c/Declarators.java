package io.millrace.models.c;

import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * Reads declarators: names with the pointers, arrays and functions around them (ISO/IEC 9899:2018,
 * 6.7.6).
 */
final class Declarators implements Expression.Names {

    static final long MAX_BYTES = 1L << 30;

    private static final int MAX_LEVELS = 60;
    private static final int MAX_SIZES_DEEP = 8;

    private final Tokens tokens;
    private final int pointerBytes;
    private final DeclarationScope scope;
    private final Supplier<CType> specified;
    private int levels;
    private int sizesDeep;

    /**
     * @param specified reads the type that a declaration begins with
     */
    Declarators(
            Tokens tokens, int pointerBytes, DeclarationScope scope, Supplier<CType> specified) {
        this.tokens = tokens;
        this.pointerBytes = pointerBytes;
        this.scope = scope;
        this.specified = specified;
    }

    /**
     * A name with its type.
     *
     * @param name null for none
     */
    record Declared(Token name, CType type) {}

    /** Begins again after a declaration that could not be understood. */
    void reset() {
        levels = 0;
        sizesDeep = 0;
    }

    /** Enters a declaration within another, until {@link #leave}. */
    void enter() {
        if (++levels > MAX_LEVELS) {
            throw new CSyntaxException(
                    tokens.peek(),
                    "found declarations more than %d levels within one another",
                    MAX_LEVELS);
        }
    }

    void leave() {
        levels--;
    }

    Declared declarator(CType base) {
        Declared declared = abstractDeclarator(base);
        if (declared.name == null) {
            throw tokens.peek().expected("a name");
        }
        return declared;
    }

    /** Returns a declarator that may have no name. */
    private Declared abstractDeclarator(CType base) {
        enter();
        CType type = base;
        while (tokens.peek().isOneOf("*", "^") || DeclarationScope.isSkipped(tokens.peek())) {
            if (tokens.take().kind() == Token.Kind.SIGN) {
                type = new CType.Pointer(pointerBytes);
            }
        }
        Attributes.skip(tokens);
        Declared declared;
        if (tokens.at("(") && !tokens.second().is(")") && !isType(tokens.second())) {
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
        leave();
        return declared;
    }

    private CType suffixes(CType type) {
        if (tokens.at("(")) {
            tokens.skipBalanced("(", ")");
            return CType.Nothing.FUNCTION;
        }
        var counts = new ArrayList<Long>();
        Token first = tokens.peek();
        while (tokens.skip("[")) {
            Token at = tokens.peek();
            boolean open = at.is("]");
            long count = open ? CType.Array.OPEN : Expression.value(tokens, this);
            tokens.expect("]");
            if (!open && count < 0 || count > MAX_BYTES) {
                throw new CSyntaxException(
                        at, "found an array of %d, expected 1 to %d", count, MAX_BYTES);
            }
            counts.add(count);
        }
        int dimensions = counts.size();
        for (CType of = type; of instanceof CType.Array array; of = array.of()) {
            dimensions++;
        }
        if (dimensions > MAX_LEVELS) {
            throw new CSyntaxException(
                    first, "found an array of more than %d dimensions", MAX_LEVELS);
        }
        CType made = type;
        for (Long count : counts.reversed()) {
            made = new CType.Array(made, count);
            if (made.bytes() > MAX_BYTES) {
                throw new CSyntaxException(
                        first, "found an array of more than %d bytes", MAX_BYTES);
            }
        }
        return made;
    }

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
                    tokens.peek(), "found sizeof more than %d levels deep", MAX_SIZES_DEEP);
        }
        long bytes = abstractDeclarator(specified.get()).type.bytes();
        sizesDeep--;
        return bytes;
    }
}

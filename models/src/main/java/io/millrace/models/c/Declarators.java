package io.millrace.models.c;

import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * A parser of declarators: names with their pointers, arrays and functions (ISO/IEC 9899:2018,
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
     * @param specified parser of the type at the beginning of a declaration
     */
    Declarators(
            Tokens tokens, int pointerBytes, DeclarationScope scope, Supplier<CType> specified) {
        this.tokens = tokens;
        this.pointerBytes = pointerBytes;
        this.scope = scope;
        this.specified = specified;
    }

    /**
     * A declared name with the type.
     *
     * @param name name; null if there is none
     */
    record Declared(Token name, CType type) {}

    /** Resets the state after a declaration that could not be parsed. */
    void reset() {
        levels = 0;
        sizesDeep = 0;
    }

    /** Enters a nested declaration, until {@link #leave}. */
    void enter() {
        if (++levels > MAX_LEVELS) {
            throw new CSyntaxException(
                    tokens.peek(), "found more than %d nested levels of declarations", MAX_LEVELS);
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

    /** Returns a declarator, which can have no name. */
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
                    tokens.peek(), "found more than %d nested levels of sizeof", MAX_SIZES_DEEP);
        }
        long bytes = abstractDeclarator(specified.get()).type.bytes();
        sizesDeep--;
        return bytes;
    }
}

package io.millrace.models.c;

/** Compiler attributes. Only packing has an effect. */
final class Attributes {

    private Attributes() {}

    static boolean isNext(Tokens tokens) {
        return tokens.peek()
                .isOneOf(
                        "__attribute__",
                        "__attribute",
                        "__declspec",
                        "__packed",
                        "_Alignas",
                        "alignas");
    }

    /**
     * Skips attributes.
     *
     * @return whether one of them is {@code packed}
     */
    static boolean skip(Tokens tokens) {
        boolean packed = false;
        while (isNext(tokens)) {
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
                packed |= word.isOneOf("packed", "__packed__");
                boolean aligned = word.isOneOf("aligned", "__aligned__", "align");
                if (aligned || attribute.text().endsWith("lignas") && !word.is("(")) {
                    throw new CSyntaxException(
                                    word, "found an alignment attribute, which is not supported")
                            .advise("remove it, and add padding members where needed");
                }
            }
        }
        return packed;
    }
}

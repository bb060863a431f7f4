package io.millrace.models.c;

import io.millrace.models.c.CType.Kind;
import io.millrace.models.c.CType.Scalar;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scalar types of a compiler, with their sizes on one kind of machine. */
final class ScalarTypes {

    private static final Set<String> WORDS =
            Set.of(
                    "void",
                    "char",
                    "short",
                    "int",
                    "long",
                    "float",
                    "double",
                    "signed",
                    "unsigned",
                    "_Bool",
                    "__signed__",
                    "__int8",
                    "__int16",
                    "__int32",
                    "__int64");

    private final int longBytes;
    private final Map<String, CType> named = new HashMap<>();

    ScalarTypes(CHeaderOptions options) {
        this.longBytes = options.longBytes();
        int pointer = options.pointerBytes();
        for (int bytes = 1; bytes <= 8; bytes *= 2) {
            String bits = Integer.toString(8 * bytes);
            for (String name : List.of("int" + bits + "_t", "int_least" + bits + "_t")) {
                named.put(name, integer(name, bytes, true));
                named.put("u" + name, integer("u" + name, bytes, false));
            }
        }
        named.put("int_fast8_t", integer("int_fast8_t", 1, true));
        named.put("uint_fast8_t", integer("uint_fast8_t", 1, false));
        for (String name : List.of("ssize_t", "ptrdiff_t", "intptr_t")) {
            named.put(name, integer(name, pointer, true));
        }
        for (String name : List.of("size_t", "uintptr_t")) {
            named.put(name, integer(name, pointer, false));
        }
        for (String name : List.of("intmax_t")) {
            named.put(name, integer(name, 8, true));
            named.put("u" + name, integer("u" + name, 8, false));
        }
        named.put("time_t", integer("time_t", pointer, true));
        named.put("off_t", integer("off_t", longBytes, true));
        boolean windows = pointer == 8 && longBytes == 4;
        named.put("wchar_t", integer("wchar_t", windows ? 2 : 4, !windows));
        named.put("char16_t", integer("char16_t", 2, false));
        named.put("char32_t", integer("char32_t", 4, false));
        named.put("bool", new Scalar(Kind.TRUTH, 1, false, "bool"));
    }

    private static Scalar integer(String name, int bytes, boolean signed) {
        return new Scalar(Kind.INTEGER, bytes, signed, name);
    }

    static boolean isWord(String word) {
        return WORDS.contains(word);
    }

    /** Returns a type of the standard headers; null if the name is unknown. */
    CType named(String name) {
        return named.get(name);
    }

    Set<String> names() {
        return Collections.unmodifiableSet(named.keySet());
    }

    /** Returns the type of words such as {@code unsigned long}; null if they are unknown. */
    CType of(List<String> words) {
        boolean unsigned = words.contains("unsigned");
        boolean signed = words.contains("signed") || words.contains("__signed__");
        String written = String.join(" ", words);
        long longs = words.stream().filter("long"::equals).count();
        List<String> rest =
                words.stream()
                        .filter(
                                w ->
                                        !Set.of("unsigned", "signed", "__signed__", "long")
                                                .contains(w))
                        .filter(w -> !w.equals("int") || words.size() == 1)
                        .toList();
        if (unsigned && signed || rest.size() > 1 || longs > 2) {
            return null;
        }
        String word = rest.isEmpty() ? "" : rest.getFirst();
        if (longs == 1 && word.equals("double") && !unsigned && !signed) {
            return new Scalar(Kind.FLOATING, longBytes == 8 ? 16 : 8, true, written);
        }
        if (longs > 0) {
            int bytes = longs == 2 ? 8 : longBytes;
            return word.isEmpty() ? new Scalar(Kind.INTEGER, bytes, !unsigned, written) : null;
        }
        boolean plain = !unsigned && !signed;
        return switch (word) {
            case "", "int", "__int32" -> new Scalar(Kind.INTEGER, 4, !unsigned, written);
            case "char" -> new Scalar(plain ? Kind.CHARACTER : Kind.INTEGER, 1, !unsigned, written);
            case "short", "__int16" -> new Scalar(Kind.INTEGER, 2, !unsigned, written);
            case "__int8" -> new Scalar(Kind.INTEGER, 1, !unsigned, written);
            case "__int64" -> new Scalar(Kind.INTEGER, 8, !unsigned, written);
            case "float" -> plain ? new Scalar(Kind.FLOATING, 4, true, written) : null;
            case "double" -> plain ? new Scalar(Kind.FLOATING, 8, true, written) : null;
            case "_Bool" -> plain ? new Scalar(Kind.TRUTH, 1, false, written) : null;
            case "void" -> plain ? CType.Nothing.VOID : null;
            default -> null;
        };
    }
}

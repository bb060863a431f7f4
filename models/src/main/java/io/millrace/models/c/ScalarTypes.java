package io.millrace.models.c;

import static io.millrace.models.c.CType.Kind.CHARACTER;
import static io.millrace.models.c.CType.Kind.FLOATING;
import static io.millrace.models.c.CType.Kind.INTEGER;
import static io.millrace.models.c.CType.Kind.TRUTH;

import io.millrace.models.c.CType.Kind;
import io.millrace.models.c.CType.Scalar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scalar types of a compiler, with their sizes on one kind of machine. */
final class ScalarTypes {

    private static final Set<String> WORDS =
            Set.of(
                    """
                    void char short int long float double signed unsigned _Bool
                    __signed__ __int8 __int16 __int32 __int64
                    """
                            .split("\\s"));

    /** Types of standard headers, with their bytes. */
    private static final String SIGNED =
            """
            int8_t:1 int16_t:2 int32_t:4 int64_t:8 intmax_t:8 int_fast8_t:1
            int_least8_t:1 int_least16_t:2 int_least32_t:4 int_least64_t:8
            ssize_t:pointer ptrdiff_t:pointer intptr_t:pointer time_t:pointer off_t:long
            """;

    private static final String UNSIGNED =
            """
            uint8_t:1 uint16_t:2 uint32_t:4 uint64_t:8 uintmax_t:8 uint_fast8_t:1
            uint_least8_t:1 uint_least16_t:2 uint_least32_t:4 uint_least64_t:8
            size_t:pointer uintptr_t:pointer char16_t:2 char32_t:4
            """;

    private final int longBytes;

    /** Types that standard headers declare, by name. */
    final Map<String, CType> named = new HashMap<>();

    ScalarTypes(CHeaderOptions options) {
        longBytes = options.longBytes();
        int pointer = options.pointerBytes();
        define(SIGNED, pointer, true);
        define(UNSIGNED, pointer, false);
        boolean windows = pointer == 8 && longBytes == 4;
        define(windows ? "wchar_t:2" : "wchar_t:4", pointer, !windows);
        named.put("bool", new Scalar(TRUTH, 1, false, "bool"));
    }

    private void define(String types, int pointer, boolean signed) {
        for (String type : types.split("\\s")) {
            String name = type.replaceAll(":.*", "");
            int bytes =
                    switch (type.substring(name.length() + 1)) {
                        case "pointer" -> pointer;
                        case "long" -> longBytes;
                        case String digits -> Integer.parseInt(digits);
                    };
            named.put(name, new Scalar(INTEGER, bytes, signed, name));
        }
    }

    static boolean isWord(String word) {
        return WORDS.contains(word);
    }

    /** Returns the type of words such as {@code unsigned long}; null if they are unknown. */
    CType of(List<String> words) {
        var rest = new ArrayList<String>(words);
        boolean unsigned = rest.removeAll(Set.of("unsigned"));
        boolean signed = rest.removeAll(Set.of("signed", "__signed__"));
        int longs = Collections.frequency(words, "long");
        rest.removeAll(words.size() > 1 ? Set.of("long", "int") : Set.of("long"));
        String name = ("long ".repeat(longs) + String.join(" ", rest)).strip();
        boolean plain = !unsigned && !signed;
        Kind kind =
                switch (name) {
                    case "char" -> plain ? CHARACTER : INTEGER;
                    case "float", "double", "long double" -> FLOATING;
                    case "_Bool" -> TRUTH;
                    default -> INTEGER;
                };
        int bytes =
                switch (name) {
                    case "char", "__int8", "_Bool" -> 1;
                    case "short", "__int16" -> 2;
                    case "", "int", "__int32", "float" -> 4;
                    case "long" -> longBytes;
                    case "long long", "__int64", "double" -> 8;
                    case "long double" -> longBytes == 8 ? 16 : 8;
                    default -> 0;
                };
        boolean signable = kind == INTEGER && !name.equals("void");
        if (unsigned && signed || !plain && !signable) {
            return null;
        }
        return name.equals("void")
                ? CType.Nothing.VOID
                : bytes == 0 ? null : new Scalar(kind, bytes, !unsigned, String.join(" ", words));
    }
}

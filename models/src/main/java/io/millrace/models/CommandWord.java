package io.millrace.models;

import java.util.Locale;
import java.util.regex.Pattern;

/** A constant whose command-line word is its name in camel case. */
public interface CommandWord {

    String name();

    default String word() {
        return Pattern.compile("_(.)")
                .matcher(name().toLowerCase(Locale.ROOT))
                .replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
    }
}

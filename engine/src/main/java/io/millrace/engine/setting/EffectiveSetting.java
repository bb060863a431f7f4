package io.millrace.engine.setting;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A setting with its effective value, for output.
 *
 * @param key full name of the setting
 * @param value effective value
 * @param sensitive whether the value must not be printed
 */
public record EffectiveSetting(String key, SettingValue value, boolean sensitive) {

    /** Text that is printed instead of a sensitive value. */
    public static final String MASK = "***";

    /** Names of properties, parameters and externals whose values are probably secrets. */
    private static final Pattern SECRET =
            Pattern.compile(
                    ".*(passw|passphrase|pwd|secret|token|credential).*|(.*[^a-z])?key|.*apikey");

    /**
     * Returns a setting with its default.
     *
     * @param place position of what has the default
     */
    public static EffectiveSetting ofDefault(String key, Setting setting, Place place) {
        return new EffectiveSetting(
                key,
                SettingValue.of(setting.defaultValue(), Layer.DEFAULT, place),
                setting.sensitive());
    }

    /** Whether a setting with a name that the user chose probably contains a secret. */
    public static boolean isSecret(String name) {
        return SECRET.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns the value for output; a mask instead of a sensitive value. */
    public String shown() {
        return shown(value.texts());
    }

    /** Returns the value for output as it is written in the file. */
    public String shownWritten() {
        return shown(value.written());
    }

    private String shown(List<String> texts) {
        String text = String.join(", ", texts);
        return sensitive && !text.isEmpty() ? MASK : text;
    }
}

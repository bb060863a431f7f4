package io.millrace.engine.setting;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.SensitiveText;

import java.util.List;

/**
 * A setting and the effective value, for output.
 *
 * @param key full name of the setting
 * @param value effective value
 * @param sensitive whether the value must not be printed
 */
public record EffectiveSetting(String key, SettingValue value, boolean sensitive) {

    /**
     * Returns a setting with the default value.
     *
     * @param place position of the value; for a default, position of the element to which the
     *     setting belongs
     */
    public static EffectiveSetting ofDefault(String key, Setting setting, Place place) {
        return new EffectiveSetting(
                key,
                SettingValue.of(setting.defaultValue(), Layer.DEFAULT, place),
                setting.sensitive());
    }

    /** Returns the value for output; secrets are masked. */
    public String shown() {
        return shown(value.texts());
    }

    /** Returns the value for output, in the notation of the file. */
    public String shownWritten() {
        return shown(value.written());
    }

    private String shown(List<String> texts) {
        String text = String.join(", ", texts);
        return sensitive ? SensitiveText.masked(text) : text;
    }
}

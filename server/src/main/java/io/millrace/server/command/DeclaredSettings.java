package io.millrace.server.command;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.flows.definition.FileSettings;

import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.ResourceBundle;

/**
 * A resource bundle with the descriptions of settings, for options that set these settings. For
 * example, {@code ${bundle:acceptor.port}} is the description of the setting {@code port} in the
 * group {@code acceptor}.
 */
final class DeclaredSettings extends ResourceBundle {

    private final Map<String, String> descriptions = new HashMap<>();

    DeclaredSettings() {
        add(FileSettings.BROKER);
        add(FileSettings.HEADERS);
    }

    private void add(SettingGroup group) {
        for (Setting setting : group.settings()) {
            String key = group.name() + "." + setting.name();
            boolean isNew = descriptions.put(key, setting.description()) == null;
            if (isNew && setting.kind().isNested()) {
                add(setting.nested());
            }
        }
    }

    @Override
    protected Object handleGetObject(String key) {
        return descriptions.get(key);
    }

    @Override
    public Enumeration<String> getKeys() {
        return Collections.enumeration(descriptions.keySet());
    }
}

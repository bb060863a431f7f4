package io.millrace.engine.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Declarations of settings, and the values that they accept. */
class SettingGroupTest {

    private static final SettingGroup INNER =
            SettingGroup.of("inner", "depth [INTEGER 1..9 = 3]: Depth of the group.");

    private static final SettingGroup GROUP =
            SettingGroup.of(
                    "group",
                    """
                    topic [required TEXT, alias subject theme]: Topic of the publications: any
                      text.
                    count [INTEGER 0..10 = 1]: A number.
                    any [INTEGER]: Any number.
                    wait [SECONDS 0..60 = 0.5]: Time in seconds.
                    on [BOOLEAN = true]: Whether it is on.
                    mode [instance|flow = flow]: What it applies to.
                    share [automatic|off]: Whether it is shared.
                    sync [calibrate|INTEGER 0..]: Time in microseconds.
                    inner [GROUP inner]: Nested settings.
                    password [REFUSED]: no password; set passwordEnv
                    """,
                    INNER);

    @Test
    void aDeclarationHasAllParts() {
        Setting topic = GROUP.find("theme");
        assertThat(topic).isNotNull();
        assertThat(topic.name()).isEqualTo("topic");
        assertThat(topic.required()).isTrue();
        assertThat(topic.description()).isEqualTo("Topic of the publications: any text.");
        assertThat(GROUP.allNames()).startsWith("topic", "subject", "theme", "count");
        assertThat(GROUP.names()).hasSize(10).doesNotContain("theme");
        Setting inner = GROUP.find("inner");
        assertThat(inner).isNotNull();
        assertThat(inner.nested()).isEqualTo(INNER);
        assertThat(GROUP.find("unknown")).isNull();
        assertThat(GROUP.and(INNER).names()).endsWith("password", "depth");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x [NUMBER]: An unknown kind.",
                "x [INTEGER 1-2]: A range that is none.",
                "x INTEGER: No brackets.",
                "x [GROUP outer]: A group that is not passed."
            })
    void anInvalidDeclarationIsRejected(String declaration) {
        String[] parts = declaration.split(": ", 2);
        assertThatThrownBy(() -> SettingGroup.setting(parts[0], parts[1], INNER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "count, 5, 5",
                "count, ' 07 ', 7",
                "count, 11, -",
                "count, -1, -",
                "count, 1.0, -",
                "count, '', -",
                "any, -2147483648, -2147483648",
                "any, 2147483648, -",
                "wait, 0.25, 0.25",
                "wait, 1E1, 10",
                "wait, 60.1, -",
                "wait, soon, -",
                "on, YES, true",
                "on, no, false",
                "on, False, false",
                "on, 1, -",
                "mode, Instance, instance",
                "mode, instances, -",
                "share, false, off",
                "share, No, off",
                "share, true, -",
                "sync, CALIBRATE, calibrate",
                "sync, 12, 12",
                "sync, -12, -",
                "topic, ' a b ', ' a b '",
            })
    void valuesHaveOneForm(String name, String text, String expected) {
        Setting setting = GROUP.find(name);
        assertThat(setting).isNotNull();
        assertThat(setting.canonical(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count | an integer from 0 to 10",
                "any | an integer",
                "depth | an integer from 1 to 9",
                "wait | a number of seconds from 0 to 60",
                "on | true or false",
                "mode | one of instance, flow",
                "sync | calibrate or an integer of at least 0",
            })
    void theExpectedValueIsDescribed(String name, String expected) {
        Setting setting = GROUP.and(INNER).find(name);
        assertThat(setting).isNotNull();
        assertThat(setting.expected()).isEqualTo(expected);
    }

    @Property
    void theFormOfAValueIsAcceptedAndStays(@ForAll String text) {
        for (Setting setting : GROUP.settings()) {
            String value = setting.canonical(text);
            if (value != null) {
                assertThat(setting.canonical(value)).isEqualTo(value);
            }
        }
    }

    @Test
    void defaultsAreValid() {
        assertThat(GROUP.settings())
                .filteredOn(setting -> !setting.defaultValue().isEmpty())
                .allSatisfy(
                        setting ->
                                assertThat(setting.canonical(setting.defaultValue()))
                                        .isEqualTo(setting.defaultValue()));
    }
}

package io.millrace.flows.definition;

import io.millrace.engine.runtime.FlowSettings;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingValue;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * The options of a flow. The same options can be set in the flow and in its entry in an execution
 * group.
 *
 * @param values canonical values of the options that are set, with their origins
 */
public record FlowOptions(Map<String, SettingValue> values) {

    public static final SettingGroup GROUP =
            SettingGroup.of(
                    "flow",
                    """
                    additionalInstances [INTEGER 0..%d = 0]: Number of threads of each input node in
                      addition to the first.
                    commitCount [INTEGER 1..%d]: Maximum number of messages in a unit of work. By
                      default, batching determines it.
                    commitInterval [SECONDS 0..60 = 0]: Maximum time that a unit of work waits for
                      further messages, in seconds.
                    batching [automatic|off = automatic]: Whether messages that are ready share a
                      unit of work if commitCount is not set.
                    coordinatedTransaction [BOOLEAN = false]: Whether the queues and databases of a
                      unit of work commit together.
                    """
                            .formatted(
                                    FlowSettings.MAX_ADDITIONAL_INSTANCES,
                                    FlowSettings.MAX_COMMIT_COUNT));

    /** The options of a flow in an execution group. */
    public static final SettingGroup ASSIGNED =
            SettingGroup.of(
                            "flowInGroup",
                            """
                            copies [INTEGER 1..256 = 1]: Number of copies of the flow in the group,
                              each with all its threads.
                            """)
                    .and(GROUP);

    public static final FlowOptions NONE = new FlowOptions(Map.of());

    public FlowOptions {
        values = Map.copyOf(values);
    }

    /**
     * Returns the effective options of a flow in a group.
     *
     * @param group options that the group sets
     */
    public FlowOptions in(FlowOptions group) {
        return new FlowOptions(SettingValue.merge(values, group.values));
    }

    private String value(String name) {
        SettingValue value = values.get(name);
        if (value != null) {
            return value.text();
        }
        Setting setting = Objects.requireNonNull(ASSIGNED.find(name));
        return setting.defaultValue();
    }

    /** Returns the number of copies of the flow. */
    public int copies() {
        return Integer.parseInt(value("copies"));
    }

    /** Returns the number of threads in addition to the first thread. */
    public int additional() {
        return Integer.parseInt(value("additionalInstances"));
    }

    /** Returns the maximum number of messages in a unit; 0 if it is not set. */
    public int commitCount() {
        return values.containsKey("commitCount") ? Integer.parseInt(value("commitCount")) : 0;
    }

    /** Whether all resources of a unit of work commit together. */
    public boolean coordinated() {
        return value("coordinatedTransaction").equals("true");
    }

    /** Returns the settings with this number of threads in addition to the first thread. */
    public FlowSettings settings(int additional) {
        int automatic = value("batching").equals("automatic") ? 0 : 1;
        return new FlowSettings(
                additional,
                commitCount() == 0 ? automatic : commitCount(),
                new BigDecimal(value("commitInterval")).movePointRight(3).longValue(),
                coordinated());
    }
}

package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.scenario.Resources;

import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import java.util.List;
import java.util.Map;

/** Lists in YAML files of the benchmarks. */
public final class Data {

    private Data() {}

    /** Reads a resource, a path below the benchmarks, as a list of records. */
    public static <T> List<T> list(String file, Class<T> type) {
        return ResultFile.JSON.convertValue(
                yaml(file),
                ResultFile.JSON.getTypeFactory().constructCollectionType(List.class, type));
    }

    /** Reads a resource as a map. */
    public static Map<?, ?> map(String file) {
        return (Map<?, ?>) yaml(file);
    }

    private static Object yaml(String file) {
        return new Load(LoadSettings.builder().setLabel(file).build())
                .loadFromString(Resources.text("/io/millrace/benchmarks/" + file));
    }
}

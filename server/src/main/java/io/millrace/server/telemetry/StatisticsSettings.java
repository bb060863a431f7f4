package io.millrace.server.telemetry;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.AccountingRecord.Level;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of accounting and statistics, which survive a restart of the server.
 *
 * @param snapshotSeconds interval of snapshots
 * @param archiveMinutes interval of archive records
 * @param flows settings of flows
 */
public record StatisticsSettings(int snapshotSeconds, int archiveMinutes, List<Flow> flows) {

    /** Name of the file in the folder of the server. */
    static final String FILE = "statistics.json";

    /** Default settings of a server. */
    static final StatisticsSettings STANDARD = new StatisticsSettings(20, 60, List.of());

    private static final int MAX_SNAPSHOT_SECONDS = 3_600;
    private static final int MAX_ARCHIVE_MINUTES = 14_400;
    private static final JsonMapper JSON = new JsonMapper();

    public StatisticsSettings {
        flows = flows == null ? List.of() : List.copyOf(flows);
    }

    /**
     * The settings of a flow.
     *
     * @param snapshot what snapshots contain; null for no snapshots
     * @param archive what archive records contain; null for no archive records
     */
    public record Flow(
            String group, String application, String flow, Level snapshot, Level archive) {

        boolean isOff() {
            return snapshot == null && archive == null;
        }

        private boolean isOf(Flow other) {
            return group.equals(other.group)
                    && application.equals(other.application)
                    && flow.equals(other.flow);
        }
    }

    /** Returns these settings with the given settings for one flow. */
    StatisticsSettings with(Flow changed) {
        List<Flow> all = new ArrayList<>(flows);
        all.removeIf(changed::isOf);
        if (!changed.isOff()) {
            all.add(changed);
        }
        return new StatisticsSettings(snapshotSeconds, archiveMinutes, all);
    }

    /** Checks the intervals. Throws REQUEST_INVALID. */
    StatisticsSettings checked() {
        check("snapshotSeconds", snapshotSeconds, MAX_SNAPSHOT_SECONDS);
        check("archiveMinutes", archiveMinutes, MAX_ARCHIVE_MINUTES);
        return this;
    }

    private static void check(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new MillraceException(
                    ErrorCode.REQUEST_INVALID,
                    "%s must be 1 to %d (found %d)".formatted(name, max, value));
        }
    }

    /** Reads the settings in the folder of a server. */
    static StatisticsSettings read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return Files.exists(file)
                    ? JSON.readValue(Files.readAllBytes(file), StatisticsSettings.class).checked()
                    : STANDARD;
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        } catch (JacksonException | MillraceException e) {
            throw new MillraceException(
                    ErrorCode.DEPLOYMENT_STORE,
                    "%s is damaged; delete it, then set the statistics again".formatted(file),
                    e);
        }
    }

    byte[] bytes() {
        return JSON.writeValueAsBytes(this);
    }
}

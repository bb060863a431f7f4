package io.millrace.server.telemetry;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.observe.Accounting;
import io.millrace.engine.observe.AccountingRecord;
import io.millrace.engine.observe.AccountingRecord.Level;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Broker;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;

import org.slf4j.Logger;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Message flow accounting and statistics (WMQI: "Message flow accounting and statistics data"). It
 * takes the figures of the flows for which statistics are on at the end of each snapshot interval,
 * adds them to the archive records, keeps the last records, and publishes them on {@code $SYS}
 * topics. Nothing runs while the statistics of all flows are off.
 *
 * <p>Safe for use by several threads.
 */
public final class StatisticsCollector implements AutoCloseable {

    private static final Logger LOG = EventLog.of(StatisticsCollector.class);

    private final Broker broker;
    private final Consumer<byte[]> store;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("statistics").daemon().factory());
    private final Map<String, FlowRecord> last = new HashMap<>();
    private final Map<FlowId, AccountingRecord> archived = new HashMap<>();

    /** Starts of the current archive intervals, in nanoseconds of {@link #ticker}. */
    private final Map<FlowId, Long> archiveStarts = new HashMap<>();

    /** Monotonic clock of the intervals, which is independent of changes to the system time. */
    private final LongSupplier ticker;

    private StatisticsSettings settings;
    private ScheduledFuture<?> ticks;

    /**
     * Starts the collections that the settings of a server specify.
     *
     * @param folder folder of the server's files
     * @param store writer of the file {@value StatisticsSettings#FILE}
     */
    public StatisticsCollector(Broker broker, Path folder, Consumer<byte[]> store) {
        this(broker, folder, store, System::nanoTime);
    }

    StatisticsCollector(Broker broker, Path folder, Consumer<byte[]> store, LongSupplier ticker) {
        this.broker = broker;
        this.store = store;
        this.ticker = ticker;
        settings = StatisticsSettings.read(folder);
        settings.flows().forEach(flow -> start(id(flow), flow));
        schedule();
    }

    /** Name of the file of the settings, in the folder of the server. */
    public static String file() {
        return StatisticsSettings.FILE;
    }

    private static FlowId id(StatisticsSettings.Flow flow) {
        return new FlowId(flow.group(), flow.application(), flow.flow());
    }

    private void start(FlowId id, StatisticsSettings.Flow flow) {
        archiveStarts.putIfAbsent(id, ticker.getAsLong());
        Accounting accounting = broker.accounting(id);
        Level level =
                flow.snapshot() == null
                        ? flow.archive()
                        : flow.archive() == null
                                ? flow.snapshot()
                                : flow.snapshot().and(flow.archive());
        if (level == null) {
            accounting.stop();
        } else if (!level.equals(accounting.level())) {
            accounting.start(level);
        }
    }

    private synchronized void schedule() {
        if (ticks != null) {
            ticks.cancel(false);
            ticks = null;
        }
        if (!settings.flows().isEmpty()) {
            ticks =
                    timer.scheduleAtFixedRate(
                            this::tick,
                            settings.snapshotSeconds(),
                            settings.snapshotSeconds(),
                            TimeUnit.SECONDS);
        }
    }

    private void tick() {
        try {
            collect(FlowRecord.Code.SNAPSHOT);
        } catch (RuntimeException e) {
            LOG.warn("statistics were not collected: {}", e.getMessage());
        }
    }

    /** Returns the settings of all flows for which statistics are on, and the intervals. */
    public synchronized StatisticsSettings settings() {
        return settings;
    }

    /**
     * Changes the intervals.
     *
     * @throws MillraceException with REQUEST_INVALID or DEPLOYMENT_STORE
     */
    public synchronized void intervals(int snapshotSeconds, int archiveMinutes) {
        keep(new StatisticsSettings(snapshotSeconds, archiveMinutes, settings.flows()).checked());
        schedule();
    }

    private void keep(StatisticsSettings next) {
        store.accept(next.bytes());
        settings = next;
    }

    /**
     * Switches the records of flows on or off, and changes what they contain.
     *
     * @param application name of the application
     * @param flow name of the flow; empty for all flows of the application
     * @param group execution group; empty for all
     * @param level contents of the records; null for none
     * @return settings of the selected flows
     * @throws MillraceException with UNKNOWN_FLOW if no deployed flow is selected, or with
     *     DEPLOYMENT_STORE
     */
    public synchronized List<StatisticsSettings.Flow> set(
            String application, String flow, String group, FlowRecord.Type type, Level level) {
        List<FlowId> selected = selected(application, flow, group);
        collect(FlowRecord.Code.SETTINGS_MODIFIED);
        StatisticsSettings next = settings;
        List<StatisticsSettings.Flow> changed = new ArrayList<>();
        for (FlowId id : selected) {
            StatisticsSettings.Flow before = setting(id);
            StatisticsSettings.Flow after =
                    new StatisticsSettings.Flow(
                            id.group(),
                            id.application(),
                            id.flow(),
                            type == FlowRecord.Type.SNAPSHOT ? level : before.snapshot(),
                            type == FlowRecord.Type.ARCHIVE ? level : before.archive());
            changed.add(after);
            next = next.with(after);
        }
        keep(next);
        changed.forEach(one -> start(id(one), one));
        if (type == FlowRecord.Type.ARCHIVE) {
            for (FlowId id : selected) {
                archived.remove(id);
                archiveStarts.put(id, ticker.getAsLong());
            }
        }
        schedule();
        return changed;
    }

    /** Returns the setting of a flow. */
    private StatisticsSettings.Flow setting(FlowId id) {
        return settings.flows().stream()
                .filter(f -> id(f).equals(id))
                .findFirst()
                .orElseGet(
                        () ->
                                new StatisticsSettings.Flow(
                                        id.group(), id.application(), id.flow(), null, null));
    }

    private List<FlowId> selected(String application, String flow, String group) {
        List<FlowId> selected =
                broker.statistics().stream()
                        .filter(f -> f.application().equals(application))
                        .filter(f -> flow.isEmpty() || f.flow().equals(flow))
                        .filter(f -> group.isEmpty() || f.executionGroup().equals(group))
                        .map(StatisticsCollector::id)
                        .toList();
        if (selected.isEmpty()) {
            Set<String> known =
                    broker.statistics().stream()
                            .map(f -> f.application() + "/" + f.flow())
                            .collect(Collectors.toCollection(TreeSet::new));
            Set<String> applications =
                    known.stream()
                            .map(label -> label.substring(0, label.indexOf('/')))
                            .collect(Collectors.toCollection(TreeSet::new));
            if (!applications.contains(application)) {
                throw new MillraceException(
                        ErrorCode.UNKNOWN_APPLICATION,
                        "the application %s is not deployed; %s"
                                .formatted(
                                        application,
                                        Problems.didYouMean(
                                                application,
                                                applications,
                                                applications.isEmpty()
                                                        ? "no application is deployed"
                                                        : "the deployed applications are "
                                                                + String.join(
                                                                        ", ", applications))));
            }
            String name = application + (flow.isEmpty() ? "" : "/" + flow);
            Set<String> groups = groups(application, flow);
            if (!groups.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.UNKNOWN_FLOW,
                        "%s does not run in the execution group %s; its groups are %s"
                                .formatted(name, group, String.join(", ", groups)));
            }
            throw new MillraceException(
                    ErrorCode.UNKNOWN_FLOW,
                    "no deployed flow is %s%s; %s"
                            .formatted(
                                    name,
                                    group.isEmpty() ? "" : " in the execution group " + group,
                                    Problems.didYouMean(
                                            name,
                                            known,
                                            known.isEmpty()
                                                    ? "no flow is deployed"
                                                    : "those that are deployed are "
                                                            + String.join(", ", known))));
        }
        return selected;
    }

    /** Returns the execution groups of an application or one of its flows. */
    private Set<String> groups(String application, String flow) {
        return broker.statistics().stream()
                .filter(f -> f.application().equals(application))
                .filter(f -> flow.isEmpty() || f.flow().equals(flow))
                .map(FlowStatistics::executionGroup)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static FlowId id(FlowStatistics flow) {
        return new FlowId(flow.executionGroup(), flow.application(), flow.flow());
    }

    /**
     * Returns the last records of deployed flows.
     *
     * @param flow name of the flow; empty for all flows of the application
     * @param group execution group; empty for all
     * @throws MillraceException with UNKNOWN_FLOW if no deployed flow is selected
     */
    public synchronized List<FlowRecord> last(
            String application, String flow, String group, FlowRecord.Type type) {
        return selected(application, flow, group).stream()
                .map(id -> last.get(key(id, type)))
                .filter(record -> record != null)
                .toList();
    }

    /**
     * Ends the current snapshot interval of all flows. Also ends the archive interval if its time
     * has passed.
     *
     * @param code why the records end
     */
    synchronized void collect(FlowRecord.Code code) {
        for (StatisticsSettings.Flow flow : settings.flows()) {
            FlowId id = id(flow);
            AccountingRecord taken = broker.accounting(id).take();
            if (taken == null) {
                continue;
            }
            if (flow.snapshot() != null) {
                emit(record(id, FlowRecord.Type.SNAPSHOT, code, taken.only(flow.snapshot())));
            }
            if (flow.archive() != null) {
                archive(id, flow.archive(), code, taken);
            }
        }
    }

    private void archive(FlowId id, Level level, FlowRecord.Code code, AccountingRecord taken) {
        AccountingRecord before = archived.get(id);
        AccountingRecord sum = before == null ? taken : before.and(taken);
        long now = ticker.getAsLong();
        Duration length = Duration.ofNanos(now - archiveStarts.get(id));
        boolean over = length.compareTo(Duration.ofMinutes(settings.archiveMinutes())) >= 0;
        if (over || code != FlowRecord.Code.SNAPSHOT) {
            FlowRecord.Code reason =
                    code == FlowRecord.Code.SNAPSHOT ? FlowRecord.Code.MAJOR_INTERVAL : code;
            emit(record(id, FlowRecord.Type.ARCHIVE, reason, sum.only(level)));
            archived.remove(id);
            archiveStarts.put(id, now);
        } else {
            archived.put(id, sum);
        }
    }

    private FlowRecord record(
            FlowId id, FlowRecord.Type type, FlowRecord.Code code, AccountingRecord figures) {
        int threads =
                broker.statistics().stream()
                        .filter(f -> id(f).equals(id))
                        .mapToInt(f -> f.instances().size())
                        .sum();
        return new FlowRecord(type, code, broker.name(), id, threads, figures, broker.nodes(id));
    }

    private void emit(FlowRecord record) {
        last.put(key(record.flow(), record.type()), record);
        publish(xmlTopic(record), StatisticsXml.write(List.of(record)), record);
        publish(jsonTopic(record), StatisticsJson.text(record), record);
    }

    private static String key(FlowId id, FlowRecord.Type type) {
        return id + " " + type;
    }

    /** Returns the topic of WMQI. */
    static String xmlTopic(FlowRecord record) {
        return "$SYS/Broker/%s/StatisticsAccounting/%s/%s/%s"
                .formatted(
                        record.broker(),
                        record.type().word(),
                        record.flow().group(),
                        record.flow().flow());
    }

    /** Returns the topic of the successors of WMQI. */
    static String jsonTopic(FlowRecord record) {
        return "$SYS/Broker/%s/Statistics/JSON/%s/%s/applications/%s/messageflows/%s"
                .formatted(
                        record.broker(),
                        record.type().word(),
                        record.flow().group(),
                        record.flow().application(),
                        record.flow().flow());
    }

    private void publish(String topic, String text, FlowRecord record) {
        Mqmd descriptor =
                new Mqmd()
                        .format("MQSTR")
                        .codedCharSetId(Mqmd.CCSID_UTF8)
                        .persistence(
                                record.type() == FlowRecord.Type.ARCHIVE
                                        ? Mqmd.PERSISTENCE_YES
                                        : Mqmd.PERSISTENCE_NO);
        try {
            broker.publish(topic, new QueueMessage(descriptor, Bytes.utf8(text)));
        } catch (MillraceException e) {
            LOG.warn(
                    "{} the statistics of {} were not published: {}",
                    e.code().id(),
                    record.flow(),
                    e.getMessage());
        }
    }

    /** Ends the records with the code Shutdown. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            collect(FlowRecord.Code.SHUTDOWN);
        } catch (RuntimeException e) {
            LOG.warn("the last statistics were not collected: {}", e.getMessage());
        }
    }
}

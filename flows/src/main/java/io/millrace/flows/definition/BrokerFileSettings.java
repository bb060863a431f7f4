package io.millrace.flows.definition;

import static io.millrace.engine.setting.SettingGroup.of;
import static io.millrace.flows.definition.ResourceSettings.CERTIFICATES;
import static io.millrace.flows.definition.ResourceSettings.CREDENTIALS;
import static io.millrace.flows.definition.ResourceSettings.DATA_SOURCE;
import static io.millrace.flows.definition.ResourceSettings.ENDPOINT;
import static io.millrace.flows.definition.ResourceSettings.LIMITS;
import static io.millrace.flows.definition.ResourceSettings.LISTENER;
import static io.millrace.flows.definition.ResourceSettings.PASSWORD;
import static io.millrace.flows.definition.ResourceSettings.QUEUE;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.text.Section;

/** The settings of {@code broker.yaml}. */
final class BrokerFileSettings {

    private static final SettingGroup ACCEPTOR =
            of(
                    "acceptor",
                    """
                    protocol [required core|amqp|mqtt|stomp]: Protocol of the clients.
                    host [TEXT = %s]: Network interface.
                    port [INTEGER 0..65535 = 0]: Port. 0 means a free port that the system selects.
                    tls [TEXT]: Name of the certificates of the port, or `none` for plain text.
                      Required unless `host` is loopback.
                    clientAuth [none|optional|required = none]: Whether clients present a
                      certificate. The certificates of the port must have `trust`.
                    """
                            .formatted(Acceptor.LOOPBACK));

    private static final SettingGroup USER =
            of(
                    "user",
                    """
                    %scertificate [TEXT]: Subject of the user's client certificate, for example
                      `"CN=partner,O=Example,C=DE"`.
                    put [LIST]: Queues and topics that the user can put and publish to.
                    get [LIST]: Queues and topics that the user can get from, browse and subscribe
                      to.
                    browse [LIST]: Queues that the user can browse.
                    create [LIST]: Queues that the user can create.
                    delete [LIST]: Queues that the user can delete, if a user without `admin`
                      created them.
                    setIdentity [BOOLEAN = false]: Whether the user can set UserIdentifier,
                      AccountingToken and ApplIdentityData.
                    setAll [BOOLEAN = false]: Whether the user can also set PutApplType, PutApplName
                      and ApplOriginData.
                    admin [BOOLEAN = false]: Whether the user can perform all operations.
                    maxUncommittedMessages [INTEGER 1..10000000]: Maximum number of messages in a
                      unit of work of this user. The default is the limit of the broker.
                    roles [LIST]: Roles of the user in the administration API, for all objects:
                      `view`, `operate`, `deploy-flows`, `deploy-code`, `admin`. A user with roles
                      needs no password: the administration API uses tokens.
                    userGroups [LIST]: User groups whose roles the user has, in addition to its own.
                    """
                            .formatted(PASSWORD));

    private static final SettingGroup USER_GROUP =
            of(
                    "userGroup",
                    """
                    roles [required LIST]: Roles of the users of the group in the administration
                      API: `view`, `operate`, `deploy-flows`, `deploy-code`, `admin`.
                    applications [LIST]: Applications to which the roles apply. `*` in a name
                      matches any characters. Without this list and the next two, the roles apply to
                      all objects.
                    executionGroups [LIST]: Execution groups to whose flows the roles apply.
                    queues [LIST]: Queues to which the roles apply.
                    """);

    private static final SettingGroup JOURNAL =
            of(
                    "journal",
                    """
                    syncMicros [calibrate|INTEGER 0..1000000 = calibrate]: Microseconds that a
                      commit waits for other commits to share its forced write. `calibrate` measures
                      the disk when the home folder is first used.
                    force [BOOLEAN = %s]: Whether a commit waits until the data is forced to disk.
                      Otherwise, committed messages are lost in a power failure.
                    diskFullPercent [INTEGER 1..100 = %d]: Disk usage in percent above which puts
                      are rejected. They are also rejected if less than 32 MB would stay free. With
                      100, puts are never rejected, and the broker ends when the disk is full.
                    """
                            .formatted(Journal.DEFAULT.force(), Journal.DEFAULT.diskFullPercent()));

    private static final SettingGroup ADMINISTRATION =
            of(
                    "administration",
                    """
                    host [TEXT = %s]: Network interface.
                    port [INTEGER 0..65535 = 0]: Port. 0 means a free port that the system selects;
                      commands on this machine find it in the home folder.
                    tls [TEXT]: Name of the certificates of the port, or `none` for plain text.
                      Required unless `host` is loopback.
                    clientAuth [none|optional|required = none]: Whether clients present a
                      certificate, in addition to the token. The certificates of the port must have
                      `trust`.
                    maxConnections [INTEGER 1..1000000 = 200]: Maximum number of open connections.
                    idleTimeout [SECONDS 1..86400 = %s]: Seconds without data after which a
                      connection is closed, also while a client sends a request or does not
                      read the response.
                    maxArchiveBytes [INTEGER 65536..2000000000 = 268435456]: Maximum size of the
                      archive of an application in bytes.
                    """
                            .formatted(
                                    Listener.LOOPBACK,
                                    ResourceSettings.seconds(Listener.DEFAULT_IDLE_MILLIS)));

    private static final SettingGroup LOG =
            of(
                    "log",
                    """
                    format [text|json = text]: Format of the log file. With `json`, each line is an
                      object.
                    level [error|warn|info|debug = info]: Lowest level that is written to the log
                      file.
                    maxFileBytes [INTEGER 4096..2000000000 = 10485760]: Size in bytes after which
                      a new file begins.
                    maxFiles [INTEGER 1..1000 = 10]: Maximum number of earlier files. The oldest is
                      deleted.
                    """);

    private static final SettingGroup TRACING =
            of(
                    "tracing",
                    """
                    endpoint [required TEXT]: Name of the endpoint of the collector, which receives
                      OTLP over HTTP. If its URL has no path, `/v1/traces` is added.
                    sampleOneOf [INTEGER 1..1000000 = 100]: Sampling ratio: one of this number of
                      messages begins a trace. A message with a trace context is sampled as the
                      context specifies.
                    mqrfh2 [existing|always|never = existing]: Messages to queues and topics that
                      receive the trace context in MQRFH2.usr: those with an MQRFH2, all (those
                      without an MQRFH2 get one), or none.
                    """);

    private static final SettingGroup REPOSITORY =
            of(
                    "repository",
                    """
                    folder [FILE]: Folder that the servers share, for example in a mounted share.
                      It must exist.
                    type [TEXT]: Name of a type of repositories that a jar in the folder `lib` of
                      the home adds, instead of `folder`.
                    endpoint [TEXT]: Name of the endpoint of the repository. Required with `type`.
                    """);

    static final SettingGroup BROKER =
            of(
                            "broker",
                            """
                            name [TEXT = MILLRACE]: Name of the broker, which flows can read.
                            home [FILE]: Folder of the embedded queues. Without `home` and a remote
                              broker, `run` uses its option `--home`, and programs that embed
                              Millrace have queues in memory. With a remote broker, the folder
                              contains backout counts and the log of coordinated units; such units
                              require it.
                            endpoint [TEXT]: Name of the endpoint of a remote Artemis broker,
                              instead of embedded queues.
                            url [sensitive TEXT]: `tcp://host:port` of a remote Artemis broker. A
                              short form of an endpoint, with `user`, password and `tls`.
                            user [TEXT]: User for the connection to `url`.
                            %stls [TEXT]: Name of the certificates for the connection to `url`, or
                              `none` for plain text. Required for a broker on another machine.
                            endpoints [NAMED_GROUPS endpoint]: Servers to connect to, by name.
                            credentials [NAMED_GROUPS credentials]: Users and passwords of endpoints
                              and data sources, by name.
                            certificates [NAMED_GROUPS certificates]: Certificates and keys for
                              TLS, by name.
                            listeners [NAMED_GROUPS listener]: Ports on which input nodes of all
                              applications receive requests, by name.
                            acceptors [GROUP_LIST acceptor]: Ports of the embedded queues for
                              clients.
                            users [NAMED_GROUPS user]: Users that can connect to the acceptors or
                              administer the server, by name.
                            userGroups [NAMED_GROUPS userGroup]: Roles in the administration API
                              that several users have, or that apply only to some objects, by name.
                            journal [GROUP journal]: How the embedded queues are written to disk.
                            maxUncommittedMessages [INTEGER 1..10000000 = %d]: Maximum number of
                              messages that a unit of work gets and puts. A larger unit is backed
                              out.
                            longUnitOfWork [INTEGER 0..86400 = %d]: Seconds after which an open unit
                              of work is logged, and again at doubling intervals. 0 means never.
                            queueCacheMaxSize [INTEGER 0..1000000 = %d]: Maximum number of resolved
                              queues that a session caches for puts. 0 means no cache.
                            queues [NAMED_GROUPS queue]: Queues, as in `application.yaml`. The list
                              must be complete for applications without their own list.
                            dataSources [NAMED_GROUPS dataSource]: Databases that all applications
                              can use, by name.
                            executionGroups [LIST]: Names of the execution groups. With this list,
                              any other group is an error.
                            limits [GROUP limits]: Limits, as in `application.yaml`. `messageBytes`
                              applies to every put.
                            drainTimeout [SECONDS 0..3600 = 15]: Seconds that a deployment or the
                              end of the broker waits for messages in progress.
                            administration [GROUP administration]: Port of the administration API.
                            log [GROUP log]: Log file of the server, in the home folder.
                            tracing [GROUP tracing]: Export of traces (OpenTelemetry). Without it,
                              there are no traces.
                            repository [GROUP repository]: Repository in which several servers share
                              archives of applications. Without it, each server has only its own.
                            """
                                    .formatted(
                                            PASSWORD,
                                            UnitLimits.DEFAULT.maxUncommittedMessages(),
                                            UnitLimits.DEFAULT.longUnitMillis() / 1_000,
                                            QueueStoreSettings.DEFAULT_QUEUE_CACHE),
                            ENDPOINT,
                            CREDENTIALS,
                            CERTIFICATES,
                            LISTENER,
                            ACCEPTOR,
                            USER,
                            USER_GROUP,
                            JOURNAL,
                            QUEUE,
                            DATA_SOURCE,
                            LIMITS,
                            ADMINISTRATION,
                            LOG,
                            TRACING,
                            REPOSITORY)
                    .and(Section.FORMAT_VERSION);

    private BrokerFileSettings() {}
}

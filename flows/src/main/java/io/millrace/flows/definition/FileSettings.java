package io.millrace.flows.definition;

import static io.millrace.engine.setting.SettingGroup.of;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.text.Section;

import java.math.BigDecimal;

/**
 * The settings of all files of applications and brokers, except the properties of nodes and of
 * message sets. The reference page and the JSON Schemas are generated from them.
 */
public final class FileSettings {

    private static final String PASSWORD =
            """
            passwordEnv [TEXT]: Environment variable with the password.
            passwordFile [FILE]: File whose first line is the password.
            password [sensitive REFUSED]: a password must not be in this file; set passwordEnv: VARIABLE or \
            passwordFile: FILE
            """;

    private static final SettingGroup CREDENTIALS =
            of(
                    "credentials",
                    """
                    user [TEXT]: Name of the user.
                    %s\
                    """
                            .formatted(PASSWORD));

    private static final SettingGroup RETRY =
            of(
                    "retry",
                    """
                    attempts [INTEGER 1..1000 = %d]: Maximum number of attempts to connect.
                    firstDelay [SECONDS 0..3600 = %s]: Pause after the first failed attempt, in
                      seconds. Each further pause is twice as long, and up to a quarter shorter at
                      random.
                    maxDelay [SECONDS 0..3600 = %s]: Maximum pause in seconds.
                    """
                            .formatted(
                                    Retry.NONE.attempts(),
                                    seconds(RetryDelay.DEFAULT.firstMillis()),
                                    seconds(RetryDelay.DEFAULT.maxMillis())));

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    private static final SettingGroup ENDPOINT =
            of(
                    "endpoint",
                    """
                    url [required sensitive TEXT]: URL of the server.
                    credentials [TEXT]: Name of the credentials for the connection. For an HTTP
                      server, a password without a user is a bearer token.
                    tls [TEXT]: Name of the certificates for the connection, or `none` for plain
                      text. Required for a server on another machine, unless the URL begins with
                      `https:`, `smtp:` or `smtps:`.
                    timeout [SECONDS 1..3600 = %s]: Seconds after which a call without an answer
                      fails.
                    connectTimeout [SECONDS 1..3600 = %s]: Seconds after which an attempt to connect
                      to an HTTP, mail or file server fails.
                    poolSize [INTEGER 0..10000 = %d]: Maximum number of idle connections to an HTTP
                      server that are kept for further requests.
                    proxy [TEXT]: Name of the endpoint of the HTTP proxy through which an HTTP
                      server is reached. Its URL is `http://host:port`; its credentials are for the
                      proxy.
                    retry [GROUP retry]: Further attempts to connect.
                    """
                            .formatted(
                                    seconds(Endpoint.DEFAULT_TIMEOUT_MILLIS),
                                    seconds(Endpoint.DEFAULT_CONNECT_MILLIS),
                                    Endpoint.DEFAULT_POOL_SIZE),
                    RETRY);

    public static final SettingGroup QUEUE =
            of(
                    "queue",
                    """
                    maxDepth [INTEGER 0..999999999 = 0]: Maximum number of messages, including those on disk.
                      0 means no limit.
                    persistent [BOOLEAN = true]: Persistence of messages that are put with the
                      default persistence of the queue.
                    backoutThreshold [INTEGER 0..999999999 = 0]: Number of rollbacks after which a message is
                      moved. 0 means the value of the input node.
                    backoutQueue [TEXT]: Queue to which the message is moved. It must be in the
                      list.
                    index [none|msgId|correlId|groupId = none]: Identifier by which messages can be
                      got in a time that does not depend on the depth, for example `correlId` for a
                      queue of
                      replies. It requires a maxDepth of 1 to %d, because all messages of the queue
                      stay in memory.
                    description [TEXT]: Description, for information only.
                    alias [TEXT]: Queue for which the name stands. An alias has no messages; its
                      only other attributes are `description` and `inhibitPut`. Clients must use the
                      name of the queue.
                    maxMessageBytes [INTEGER 0..2147483647 = 0]: Maximum size of a message in bytes.
                      0 means the limit of the broker.
                    priority [INTEGER 0..9 = 4]: Priority of messages that are put with the default
                      priority of the queue.
                    inhibitPut [BOOLEAN = false]: Whether puts fail.
                    inhibitGet [BOOLEAN = false]: Whether readers wait and receive no messages.
                      Browsing is possible.
                    shareable [BOOLEAN = true]: Whether the queue can have several readers at the
                      same time.
                    expiryCap [SECONDS 0..214748364 = 0]: Maximum number of seconds after which a
                      message expires. 0 means no maximum.
                    depthHigh [INTEGER 0..999999999 = 0]: Number of messages at which the event
                      `depthHigh` is reported. 0 means no event.
                    depthLow [INTEGER 0..999999999 = 0]: Number of messages at which the event
                      `depthLow` is reported after `depthHigh`. It must be less than depthHigh.
                    oldMessageAfter [SECONDS 0..214748364 = 0]: Age of the first message in seconds
                      above which the event `oldMessage` is reported. 0 means no event.
                    noReaderAfter [SECONDS 0..214748364 = 0]: Time without a reader in seconds
                      after which the event `noReader` is reported. 0 means no event.
                    model [none|temporary|permanent = none]: Kind of the dynamic queues that are
                      created from this queue, which is then a model without messages. Temporary
                      queues are deleted when the connection of their creator ends.
                    dynamicPrefix [TEXT]: Beginning of the names of the dynamic queues of a model, at
                      most %d characters. The default is the name of the model and a period.
                    maxDynamicQueues [INTEGER 1..100000 = %d]: Maximum number of dynamic queues of a
                      model that exist at the same time.
                    """
                            .formatted(
                                    QueueIndex.MAX_DEPTH,
                                    QueueModel.MAX_PREFIX,
                                    QueueModel.DEFAULT_MAX_QUEUES));

    public static final SettingGroup DATA_SOURCE =
            of(
                    "dataSource",
                    """
                    url [required sensitive TEXT]: JDBC URL.
                    credentials [TEXT]: Name of the credentials for the connection, instead of
                      `user` and a password.
                    user [TEXT]: Database user.
                    %spoolSize [INTEGER 1..10000 = %d]: Maximum number of open connections.
                    connectTimeout [SECONDS 1..3600 = %s]: Seconds after which an attempt to
                      connect fails.
                    retry [GROUP retry]: Further attempts to connect. Meanwhile, the unit of work
                      waits.
                    """
                            .formatted(
                                    PASSWORD,
                                    DataSourceDefinition.DEFAULT_POOL_SIZE,
                                    seconds(DataSourceDefinition.DEFAULT_CONNECT_MILLIS)),
                    RETRY);

    public static final SettingGroup LIMITS = limits(Limits.DEFAULTS);

    private static SettingGroup limits(Limits standard) {
        return of(
                "limits",
                """
                messageBytes [INTEGER 1.. = %d]: Size of a message in bytes, including headers.
                treeDepth [INTEGER 1..1000000 = %d]: Number of levels of elements in a tree.
                treeElements [INTEGER 1.. = %d]: Number of parsed elements of a body, and number of
                  elements in all trees of a message.
                nameLength [INTEGER 1..1000000 = %d]: Length of the name of an element in bytes.
                expansionBytes [INTEGER 1.. = %d]: Size of the expanded entity references of a
                  document in bytes.
                headers [INTEGER 1..1000000 = %d]: Number of headers of a message.
                propagationDepth [INTEGER 1..1000000 = %d]: Number of nested node calls of a message.
                callDepth [INTEGER 1..1000000 = %d]: Number of nested calls of ESQL routines in a node.
                evalLength [INTEGER 1..100000000 = %d]: Length of the argument of EVAL in characters.
                esqlMillis [INTEGER 0..9223372036854775807 = %d]: Duration of a call of an ESQL
                  module in milliseconds, including the nodes that it propagates to. 0 means no
                  limit.
                esqlReportMillis [INTEGER 0..9223372036854775807 = %d]: Own time of a call of an
                  ESQL module in milliseconds after which it is reported while it runs. 0 means no
                  report.
                """
                        .formatted(
                                standard.messageBytes(),
                                standard.treeDepth(),
                                standard.treeElements(),
                                standard.nameLength(),
                                standard.expansionBytes(),
                                standard.headers(),
                                standard.propagationDepth(),
                                standard.callDepth(),
                                standard.evalLength(),
                                standard.esqlMillis(),
                                standard.esqlReportMillis()));
    }

    private static final SettingGroup SUBSCRIPTION =
            of(
                    "subscription",
                    """
                    topic [required TEXT]: Topic filter. `+` matches one level, `#` any number of
                      levels.
                    queue [required TEXT]: Queue that receives the publications.
                    subscriptionPoint [TEXT]: Subscription point. The default is the default
                      subscription point.
                    """);

    private static final SettingGroup EXECUTION_GROUP =
            of(
                    "executionGroup",
                    """
                    flows [NAMED_GROUPS flowInGroup]: Flows of the group: a list of names, or a
                      mapping from names to options, which replace the options of the flow.
                    """,
                    FlowOptions.ASSIGNED);

    private static final SettingGroup CERTIFICATES =
            of(
                    "certificates",
                    """
                    certificate [FILE]: PEM file with the certificate chain, beginning with the own
                      certificate.
                    key [FILE]: PEM file with the private key of the certificate (PKCS#8).
                    keyStore [FILE]: PKCS12 file with certificate chain and private key.
                    %strust [FILE]: PEM file with the certificates of trusted authorities. The
                      default is the authorities of the JDK.
                    """
                            .formatted(PASSWORD));

    private static final SettingGroup LISTENER =
            of(
                    "listener",
                    """
                    host [TEXT = %s]: Network interface.
                    port [INTEGER 0..65535 = %d]: Port. 0 means a free port that the system selects.
                    tls [TEXT]: Name of the certificates of the port, or `none` for plain text.
                      Required unless `host` is loopback.
                    clientAuth [none|optional|required = none]: Whether clients present a
                      certificate. The certificates of the port must have `trust`.
                    maxConnections [INTEGER 1..1000000 = %d]: Maximum number of open connections.
                    idleTimeout [SECONDS 1..86400 = %s]: Seconds without data after which a
                      connection is closed, also while a client sends a request or does not
                      read the response.
                    headerBytes [INTEGER 1024..1048576 = %d]: Maximum size of the headers of a
                      request in bytes.
                    """
                            .formatted(
                                    Listener.LOOPBACK,
                                    Listener.DEFAULT_PORT,
                                    Listener.DEFAULT_MAX_CONNECTIONS,
                                    seconds(Listener.DEFAULT_IDLE_MILLIS),
                                    Listener.DEFAULT_HEADER_BYTES));

    public static final SettingGroup APPLICATION =
            of(
                            "application",
                            """
                            name [TEXT]: Name of the application. The default is the name of the
                              folder.
                            version [TEXT]: Version, for information only.
                            description [TEXT]: Description, for information only.
                            parameters [ANY]: Values for `${name}`, by environment.
                            externals [ANY]: Values for `DECLARE ... EXTERNAL` in ESQL of all
                              flows, by the name of the variable. They replace the values in flows
                              and the initial values in ESQL.
                            libraries [LIST]: Libraries whose subflows, ESQL and message sets the
                              application uses, by name.
                            queues [NAMED_GROUPS queue]: Queues: a list of names, or a mapping from
                              names to attributes.
                            endpoints [NAMED_GROUPS endpoint]: Servers to connect to, by name.
                            credentials [NAMED_GROUPS credentials]: Users and passwords of endpoints
                              and data sources, by name.
                            certificates [NAMED_GROUPS certificates]: Certificates and keys for
                              TLS, by name.
                            listeners [NAMED_GROUPS listener]: Ports on which input nodes receive
                              requests, by name.
                            dataSources [NAMED_GROUPS dataSource]: Databases, by name.
                            subscriptions [GROUP_LIST subscription]: Queues that receive
                              publications.
                            executionGroups [NAMED_GROUPS executionGroup]: Groups in which flows
                              run, by name.
                            limits [GROUP limits]: Limits of messages and programs.
                            sensitiveFields [LIST]: Paths of fields whose values are masked in
                              output, for example `XMLNSC.order.card.number`.
                            """,
                            QUEUE,
                            ENDPOINT,
                            CREDENTIALS,
                            CERTIFICATES,
                            LISTENER,
                            DATA_SOURCE,
                            SUBSCRIPTION,
                            EXECUTION_GROUP,
                            LIMITS)
                    .and(Section.FORMAT_VERSION);

    public static final SettingGroup LIBRARY =
            of(
                            "library",
                            """
                            name [TEXT]: Name of the library. The default is the name of the folder.
                            version [TEXT]: Version, for information only.
                            description [TEXT]: Description, for information only.
                            """)
                    .and(Section.FORMAT_VERSION);

    public static final SettingGroup OVERRIDES =
            of(
                            "overrides",
                            """
                            default [ANY]: Values in all environments, by the full name of the
                              setting, for example `orders#Input.queueName`. They replace the values
                              in flows and `application.yaml`. Other keys are names of environments,
                              whose values replace these.
                            """)
                    .withOtherKeys()
                    .and(Section.FORMAT_VERSION);

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
                            .formatted(Listener.LOOPBACK, seconds(Listener.DEFAULT_IDLE_MILLIS)));

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

    public static final SettingGroup BROKER =
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
                            TRACING)
                    .and(Section.FORMAT_VERSION);

    public static final SettingGroup FLOW =
            of(
                            "flow",
                            """
                            flow [required TEXT]: Name of the flow.
                            description [TEXT]: Description, for information only.
                            """)
                    .and(Section.FORMAT_VERSION)
                    .and(FlowOptions.GROUP)
                    .and(
                            of(
                                    "flow",
                                    """
                                    externals [ANY]: Values for `DECLARE ... EXTERNAL` in ESQL of
                                      the nodes of this flow, by the name of the variable. Subflows
                                      have their own values.
                                    nodes [required ANY]: Nodes by name, with type and properties.
                                    connections [ANY]: Targets, by the output terminal that is
                                      connected to them.
                                    """));

    public static final SettingGroup SUBFLOW =
            of(
                            "subflow",
                            """
                            subflow [required TEXT]: Name of the subflow.
                            description [TEXT]: Description, for information only.
                            properties [ANY]: Promoted properties: the properties of nodes that a
                              Subflow node can set, by the name of the promoted property.
                            externals [ANY]: Values for `DECLARE ... EXTERNAL` in ESQL of the nodes
                              of this subflow, by the name of the variable. `externals` of a Subflow
                              node replaces them.
                            nodes [required ANY]: Nodes by name, with type and properties.
                            connections [ANY]: Targets, by the output terminal that is connected to
                              them.
                            """)
                    .and(Section.FORMAT_VERSION);

    public static final SettingGroup MQMD =
            of(
                    "mqmd",
                    """
                    Report [INTEGER]: Options for report messages.
                    MsgType [INTEGER]: Type of the message: 1 request, 2 reply, 4 report, 8 datagram.
                    Expiry [INTEGER]: Lifetime in tenths of a second. -1 means unlimited.
                    Feedback [INTEGER]: Reason code of a report.
                    Encoding [INTEGER]: Encoding of numbers in the body.
                    CodedCharSetId [INTEGER]: Coded character set of the body.
                    Format [TEXT]: Format of the data after the MQMD, for example MQSTR.
                    Priority [INTEGER -1..9]: Priority, 0 to 9. -1 means the default of the queue.
                    Persistence [INTEGER 0..2]: 0 not persistent, 1 persistent, 2 as the queue defines.
                    MsgId [TEXT]: Message identifier, up to 48 hexadecimal digits.
                    CorrelId [TEXT]: Correlation identifier, up to 48 hexadecimal digits.
                    BackoutCount [INTEGER]: Number of rollbacks.
                    ReplyToQ [TEXT]: Queue for the reply.
                    ReplyToQMgr [TEXT]: Queue manager of the queue for the reply.
                    UserIdentifier [TEXT]: User that put the message.
                    AccountingToken [TEXT]: Accounting token in hexadecimal.
                    ApplIdentityData [TEXT]: Identity data of the application.
                    PutApplType [INTEGER]: Type of the application that put the message.
                    PutApplName [TEXT]: Name of the application that put the message.
                    PutDate [TEXT]: Date of the put in GMT, YYYYMMDD.
                    PutTime [TEXT]: Time of the put in GMT, HHMMSSTH.
                    ApplOriginData [TEXT]: Origin data of the application.
                    GroupId [TEXT]: Group identifier in hexadecimal.
                    MsgSeqNumber [INTEGER]: Sequence number in the group.
                    Offset [INTEGER]: Offset of a segment.
                    MsgFlags [INTEGER]: Message flags.
                    OriginalLength [INTEGER]: Length of the original message.
                    """);

    public static final SettingGroup MQRFH2 =
            of(
                            "mqrfh2",
                            """
                            Format [TEXT]: Format of the data after the header. The default is the
                              Format in `mqmd`.
                            CodedCharSetId [INTEGER -3..65535]: Coded character set of the data after
                              the header. The default is the value in `mqmd`.
                            Encoding [INTEGER 0..65535]: Encoding of the data after the header. The
                              default is the value in `mqmd`.
                            Flags [INTEGER]: Flags.
                            NameValueCCSID [INTEGER]: Coded character set of the folders.
                            """)
                    .withOtherKeys();

    private static final String HEADER_FIELDS =
            """
            mqmd [GROUP mqmd]: Fields of the MQMD.
            mqrfh2 [GROUP mqrfh2]: Fields and folders of an MQRFH2.
            headers [TEXT]: Bytes of all headers in hexadecimal, instead of `mqrfh2`.
            """;

    public static final SettingGroup HEADERS =
            of("headers", HEADER_FIELDS, MQMD, MQRFH2).and(Section.FORMAT_VERSION);

    public static final SettingGroup INPUT =
            of(
                    "input",
                    """
                    node [TEXT]: Node where the message enters: an input node, or another node with
                      an input terminal, which then receives what the first input node of the flow
                      would propagate to `out`. It can be omitted if the flow has only one input
                      node.
                    file [FILE]: File, relative to the folder of the application. If the test has
                      no headers, they are read from `NAME.headers.yaml`.
                    text [TEXT]: Text, sent as UTF-8.
                    hex [TEXT]: Bytes in hexadecimal. Blanks are ignored.
                    """
                            + HEADER_FIELDS,
                    MQMD,
                    MQRFH2);

    public static final SettingGroup OUTPUT =
            of(
                    "output",
                    """
                    file [ANY]: File with the same bytes as the body, relative to the folder of the
                      application.
                    text [ANY]: Body as text. Leading and trailing white space is ignored.
                    contains [ANY]: String, or list of strings, that the body must contain.
                    domain [TEXT]: Domain of the body, for `fields`. The default is the domain in
                      the headers of the message, otherwise the domain of the input node.
                    fields [ANY]: Values by ESQL expression, with the correlation names of a Filter
                      node. Numbers are compared as numbers, other values as text, and `null`
                      expects NULL.
                    mqmd [ANY]: Fields of the MQMD.
                    """);

    public static final SettingGroup FAILURE =
            of(
                    "failure",
                    """
                    code [TEXT]: Code of the error or of one of its causes.
                    text [TEXT]: String that the text of the error must contain.
                    node [TEXT]: Node through which the error was propagated, without the name of
                      the flow.
                    """);

    public static final SettingGroup TEST =
            of(
                    "test",
                    """
                    name [required TEXT]: Name of the test, as a sentence.
                    flow [TEXT]: Flow of this test, if it is not the flow of the file.
                    input [GROUP input]: Input message. It has exactly one of file, text and hex.
                    outputs [ANY]: Messages that are on queues after the test, by queue. If present,
                      the list must be complete.
                    path [ANY]: Nodes that the message entered, in order.
                    failure [ANY]: Expected error: a code, `any`, or a mapping with code, text and
                      node. Without it, a test fails if any error occurs, caught or not.
                    """,
                    INPUT);

    public static final SettingGroup TESTS =
            of(
                            "tests",
                            """
                            flow [TEXT]: Flow of all tests that do not specify a flow. It can be
                              omitted if the application has only one flow.
                            tests [GROUP_LIST test]: Tests.
                            """,
                            TEST)
                    .and(Section.FORMAT_VERSION);

    private static final SettingGroup FACTS =
            of(
                    "capsule",
                    """
                    release [TEXT]: Release of Millrace and of Java that processed the message.
                    time [TEXT]: Time of the failure.
                    queue [TEXT]: Queue from which the flow read the message.
                    path [LIST]: Nodes that contained the message.
                    exceptionList [TEXT]: Printed ExceptionList.
                    """);

    public static final SettingGroup CAPSULE =
            of(
                            "failed message",
                            """
                            capsule [GROUP capsule]: Facts about the failure.
                            flow [required TEXT]: Flow that failed.
                            input [required GROUP input]: Message and its input node.
                            failure [required GROUP failure]: Root cause and node of the failure.
                            """,
                            FACTS,
                            INPUT,
                            FAILURE)
                    .and(Section.FORMAT_VERSION);

    private FileSettings() {}
}

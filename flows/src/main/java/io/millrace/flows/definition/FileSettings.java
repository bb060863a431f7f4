package io.millrace.flows.definition;

import static io.millrace.engine.setting.SettingGroup.of;

import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.text.Section;

/**
 * The settings of all files of applications and brokers, except the properties of nodes and of
 * message sets. The reference page and the JSON Schemas are generated from them.
 */
public final class FileSettings {

    public static final SettingGroup QUEUE = ResourceSettings.QUEUE;

    public static final SettingGroup DATA_SOURCE = ResourceSettings.DATA_SOURCE;

    public static final SettingGroup LIMITS = ResourceSettings.LIMITS;

    public static final SettingGroup BROKER = BrokerFileSettings.BROKER;

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
                            ResourceSettings.ENDPOINT,
                            ResourceSettings.CREDENTIALS,
                            ResourceSettings.CERTIFICATES,
                            ResourceSettings.LISTENER,
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

package io.millrace.engine.error;

import static io.millrace.engine.error.Actor.AUTHOR_OR_SENDER;
import static io.millrace.engine.error.Actor.ENGINE;
import static io.millrace.engine.error.Actor.FLOW_AUTHOR;
import static io.millrace.engine.error.Actor.OPERATOR;
import static io.millrace.engine.error.Actor.SENDER;

/**
 * The error codes of Millrace. The numbers are stable, because scripts, ExceptionLists and
 * documents refer to them. The first digit is the area: 1xxx definitions, 2xxx ESQL, 3xxx parsing
 * and writing of messages, 4xxx running flows, 5xxx queues, 6xxx databases, 7xxx process and
 * command line, 9xxx internal errors.
 */
public enum ErrorCode {
    // Definitions: flows, applications, broker configuration.
    FILE_UNREADABLE(1001, OPERATOR, "a file or folder is missing or cannot be read"),
    YAML_SYNTAX(1002, FLOW_AUTHOR, "a file is not well-formed YAML"),
    YAML_SHAPE(1003, FLOW_AUTHOR, "a YAML file has an invalid structure"),
    UNKNOWN_KEY(1004, FLOW_AUTHOR, "a key is unknown"),
    MISSING_KEY(1005, FLOW_AUTHOR, "a mandatory key or property is missing"),
    BAD_VALUE(1006, FLOW_AUTHOR, "a value has the wrong type for its key or property"),
    UNKNOWN_NODE_TYPE(1007, FLOW_AUTHOR, "a node type is unknown"),
    UNKNOWN_NODE(
            1008, FLOW_AUTHOR, "a connection or override refers to a node that does not exist"),
    UNKNOWN_TERMINAL(1009, FLOW_AUTHOR, "a node does not have a terminal with this name"),
    UNKNOWN_PROPERTY(1010, FLOW_AUTHOR, "a node type does not have a property with this name"),
    NO_INPUT_NODE(1011, FLOW_AUTHOR, "a flow has no input node, so it cannot run"),
    FLOW_CYCLE(1012, FLOW_AUTHOR, "connections or subflows form a cycle"),
    UNKNOWN_LABEL(1013, FLOW_AUTHOR, "a label is not defined in the flow"),
    DUPLICATE_NAME(1014, FLOW_AUTHOR, "a name that must be unique is used twice"),
    UNKNOWN_SUBFLOW(1015, FLOW_AUTHOR, "a subflow does not exist"),
    UNKNOWN_QUEUE_NAME(1016, FLOW_AUTHOR, "a queue is not in the declared list of queues"),
    UNKNOWN_MODULE(
            1017, FLOW_AUTHOR, "an ESQL module does not exist or has the wrong type for the node"),
    UNKNOWN_DATA_SOURCE(1018, FLOW_AUTHOR, "a data source is not declared"),
    UNKNOWN_EXECUTION_GROUP(1019, FLOW_AUTHOR, "an execution group is not declared"),
    UNKNOWN_DOMAIN_NAME(1020, FLOW_AUTHOR, "a message domain has no parser"),
    NO_FLOW(1021, FLOW_AUTHOR, "an application has no flow"),
    UNREACHABLE_NODE(1022, FLOW_AUTHOR, "no message can reach a node"),
    TEST_SHAPE(1023, FLOW_AUTHOR, "a flow test has an invalid structure"),
    UNKNOWN_PARAMETER(1024, FLOW_AUTHOR, "a parameter has no value"),
    FLOW_SIZE(1025, FLOW_AUTHOR, "a flow has more nodes or connections than can be deployed"),
    UNKNOWN_FLOW(1026, FLOW_AUTHOR, "an application does not have a flow with this name"),
    UNKNOWN_APPLICATION(1027, OPERATOR, "the application is not deployed"),
    FILE_ENCODING(1028, FLOW_AUTHOR, "a file is not text in a supported encoding"),
    UNCONNECTED_TERMINAL(
            1029, FLOW_AUTHOR, "messages are propagated to a terminal that is not connected"),
    UNIT_SHARING(1030, FLOW_AUTHOR, "messages of a flow do not share units of work"),
    EXPOSED_PASSWORD(1031, OPERATOR, "other users can read a password"),
    FILE_NAME(1032, FLOW_AUTHOR, "a file would be ignored because of its name"),
    MISSING_PASSWORD(1033, OPERATOR, "a password file or variable does not exist"),
    EXTENSION_UNUSABLE(1034, OPERATOR, "a class of a jar in a lib folder cannot be used"),
    UNKNOWN_RESOURCE(1035, FLOW_AUTHOR, "a named resource is not declared"),
    UNUSABLE_LIBRARY(1036, FLOW_AUTHOR, "a library does not exist or cannot be used"),
    UNUSABLE_CLASS(1037, FLOW_AUTHOR, "the Java class of a node cannot be used"),
    STYLESHEET(1038, FLOW_AUTHOR, "a stylesheet cannot be used"),
    ABSENT_PRODUCT(1039, FLOW_AUTHOR, "a node needs a product that Millrace does not support"),
    PROJECT_FILE(1070, FLOW_AUTHOR, "a file of a project of another product is malformed"),
    PROJECT_REFERENCE(
            1071, FLOW_AUTHOR, "a project of another product refers to a file that is missing"),
    PROJECT_DIFFERENCE(
            1072, FLOW_AUTHOR, "a part of a project of another product has no exact equivalent"),
    UNKNOWN_COMPONENT(1060, OPERATOR, "a component of Camel is not on the class path"),

    // Message sets.
    UNKNOWN_MODEL_NAME(
            1040,
            FLOW_AUTHOR,
            "a message set does not have a type, element, group or field with this name"),
    MODEL_LAYOUT(1041, FLOW_AUTHOR, "invalid physical format definition"),
    UNKNOWN_MESSAGE_NAME(
            1042, FLOW_AUTHOR, "a message set, message or physical format is not declared"),
    MODEL_IMPORT(1043, FLOW_AUTHOR, "a file to import as a message set is malformed"),

    // ESQL source text
    ESQL_SYNTAX(2001, FLOW_AUTHOR, "an ESQL text has a syntax error"),
    ESQL_UNKNOWN_NAME(2002, FLOW_AUTHOR, "a variable or correlation name is unknown"),
    ESQL_UNKNOWN_ROUTINE(2003, FLOW_AUTHOR, "a function or procedure is unknown"),
    ESQL_ARGUMENTS(
            2004, FLOW_AUTHOR, "a routine is called with the wrong number or kind of arguments"),
    ESQL_TYPE(2005, FLOW_AUTHOR, "an operand or value has a type that cannot be used here"),
    ESQL_NOT_ALLOWED_HERE(
            2006, FLOW_AUTHOR, "a statement, clause or name is not allowed at this place"),
    ESQL_DUPLICATE(2007, FLOW_AUTHOR, "a name is declared twice"),
    ESQL_UNREACHABLE(2008, FLOW_AUTHOR, "statements are never executed"),
    ESQL_UNKNOWN_TYPE_CONSTANT(2009, FLOW_AUTHOR, "a field type constant is unknown"),
    ESQL_UNSUPPORTED(2010, FLOW_AUTHOR, "a construct is not supported by this version"),
    ESQL_LABEL(2011, FLOW_AUTHOR, "a label does not match"),
    ESQL_NEVER_SET(2012, FLOW_AUTHOR, "a variable is read but never set, so it is NULL"),
    ESQL_NEVER_READ(2013, FLOW_AUTHOR, "a variable is declared but never read"),
    ESQL_ENDLESS(2014, FLOW_AUTHOR, "a loop never ends"),
    ESQL_NO_RETURN(2015, FLOW_AUTHOR, "a function can end without RETURN"),
    ESQL_ALWAYS_FAILS(2016, FLOW_AUTHOR, "an operation always fails when it is executed"),
    ESQL_ALWAYS_UNKNOWN(2017, FLOW_AUTHOR, "a condition is always UNKNOWN"),
    ESQL_PATTERN(2018, FLOW_AUTHOR, "a pattern probably does not have the intended meaning"),
    ESQL_INPUT_TREE(2019, FLOW_AUTHOR, "the tree of the input message is changed"),
    ESQL_JAVA_METHOD(2020, FLOW_AUTHOR, "a routine declares a Java method that cannot be called"),
    ESQL_UNKNOWN_FIELD(2021, FLOW_AUTHOR, "a message cannot have a field that a program uses"),
    ESQL_ALL_ROWS(2022, FLOW_AUTHOR, "a statement changes all rows of a table"),
    ESQL_POSITION(2023, FLOW_AUTHOR, "a position is before the first character of a string"),

    // ESQL at run time
    ESQL_CAST(2101, FLOW_AUTHOR, "a value cannot be cast to the requested type"),
    ESQL_DIVIDE_BY_ZERO(2102, FLOW_AUTHOR, "a division by zero"),
    ESQL_OVERFLOW(2103, FLOW_AUTHOR, "a numeric result is out of range"),
    ESQL_OPERANDS(2104, FLOW_AUTHOR, "operands have types that cannot be combined"),
    ESQL_FIELD(2105, FLOW_AUTHOR, "a field cannot be navigated to, created or changed"),
    ESQL_ARGUMENT_VALUE(2106, FLOW_AUTHOR, "an argument is outside the valid range of a function"),
    ESQL_USER(2107, FLOW_AUTHOR, "an ESQL program threw an exception"),
    ESQL_PROPAGATE(2108, FLOW_AUTHOR, "a message cannot be propagated as requested"),
    ESQL_STATEMENT(2109, FLOW_AUTHOR, "an exception passed through an ESQL statement"),
    ESQL_DEPTH(2110, FLOW_AUTHOR, "routine calls are nested too deeply"),
    ESQL_TIME(2111, FLOW_AUTHOR, "an ESQL program exceeded its time limit"),
    ESQL_JAVA(2112, FLOW_AUTHOR, "the Java method of an ESQL routine failed"),
    ESQL_EVAL(2113, FLOW_AUTHOR, "an EVAL string cannot be executed"),
    ESQL_MEMORY(2114, FLOW_AUTHOR, "a message or ESQL program exceeds its memory limit"),
    ESQL_DEADLOCK(2115, FLOW_AUTHOR, "deadlock between ESQL programs"),
    ESQL_LONG(2116, FLOW_AUTHOR, "an ESQL program has run for a long time"),

    // Parsing and writing of messages.
    PARSE_FAILED(3001, SENDER, "a message is not well-formed in its format"),
    PARSE_CUT_OFF(3002, SENDER, "a message is truncated"),
    PARSE_LIMIT(3003, SENDER, "a message exceeds a limit"),
    UNKNOWN_DOMAIN(3004, SENDER, "the domain of a message has no parser"),
    UNKNOWN_MESSAGE_SET(
            3005, SENDER, "the message set, type or format of a message is not deployed"),
    BAD_CCSID(3006, SENDER, "a coded character set is unknown, or bytes are invalid in it"),
    BAD_HEADER(3007, SENDER, "a message header is damaged"),
    FIELD_VALUE(3008, SENDER, "the value of a field cannot be read as the requested type"),
    WRITE_FAILED(3101, FLOW_AUTHOR, "a message tree cannot be written in its format"),
    WRITE_NO_BODY(3102, FLOW_AUTHOR, "a message tree has no body, or more than one"),
    WRITE_CHARACTER(
            3103,
            FLOW_AUTHOR,
            "a character cannot be encoded in the coded character set of the output message"),

    // Validation against message sets.
    INVALID_CONTENT(
            3201, SENDER, "a message does not have the structure defined in its message set"),
    INVALID_VALUE(3202, SENDER, "a value of a message is not allowed by its message set"),
    INVALID_OUTPUT_CONTENT(
            3211,
            FLOW_AUTHOR,
            "a message created by a flow does not have the structure defined in its message set"),
    INVALID_OUTPUT_VALUE(
            3212, FLOW_AUTHOR, "a value set by a flow is not allowed by the message set"),

    // Flow execution.
    NODE_EXCEPTION(4001, FLOW_AUTHOR, "an exception passed through a node"),
    USER_EXCEPTION(4002, FLOW_AUTHOR, "a Throw node threw an exception"),
    LABEL_NOT_FOUND(
            4003, FLOW_AUTHOR, "a message is routed to a label that does not exist in the flow"),
    DESTINATION_MISSING(4004, FLOW_AUTHOR, "a message has no destination"),
    PROPAGATION_DEPTH(4005, FLOW_AUTHOR, "a message was propagated through too many nodes"),
    BACKED_OUT(4006, OPERATOR, "a message was moved to the backout or dead-letter queue"),
    FLOW_STOPPED(4007, OPERATOR, "a flow is stopped or being stopped"),
    PROPERTY_VALUE(4008, FLOW_AUTHOR, "a value in the LocalEnvironment is invalid for a node"),
    TRACE_FILE(4009, OPERATOR, "a trace file cannot be written"),
    RETRY(4010, OPERATOR, "a message was rolled back"),
    HANDLED(4011, FLOW_AUTHOR, "a failure or catch terminal handled the failure of a message"),
    UNEXPECTED_MESSAGE(4012, SENDER, "a message does not match the properties of a Validate node"),
    FLOW_BUSY(4013, OPERATOR, "a call was refused because no instance of the flow was free"),
    CALL_FAILED(4014, FLOW_AUTHOR, "the message of a call was rolled back"),
    CALL_UNFINISHED(4015, OPERATOR, "a caller stopped waiting for its message"),
    UNKNOWN_ENDPOINT(4016, FLOW_AUTHOR, "no running flow has the endpoint of a call"),
    NO_REPLY(4017, FLOW_AUTHOR, "a flow ended without a reply"),
    EXTENSION_FAILED(4018, FLOW_AUTHOR, "the code of a jar in a lib folder failed"),
    TIMEOUT_REQUEST(4019, FLOW_AUTHOR, "a timeout request is invalid"),
    MESSAGE_LOST(4020, FLOW_AUTHOR, "a message that failed is lost"),
    LISTENER_UNUSABLE(4030, OPERATOR, "a port for requests cannot be opened"),
    NO_REQUEST(4031, FLOW_AUTHOR, "no client waits for a reply"),
    SERVER_DOWN(4032, OPERATOR, "a server cannot be reached"),
    NO_RESPONSE(4033, OPERATOR, "a server did not answer a request"),
    ERROR_RESPONSE(4034, FLOW_AUTHOR, "a server answered a request with an error status"),
    TRANSFORMATION_FAILED(4035, FLOW_AUTHOR, "a stylesheet failed for a message"),
    FILE_NODE(4036, OPERATOR, "a file or folder of a file node cannot be used"),
    FILE_REFUSED(
            4037, FLOW_AUTHOR, "a file name or record of a message is invalid for a file node"),
    TRANSFER_REJECTED(4038, OPERATOR, "a file server rejected a login or a transfer"),
    EMAIL_REJECTED(4045, OPERATOR, "a mail server rejected an e-mail"),
    COMPONENT_FAILED(4060, OPERATOR, "a component of Camel failed"),

    // Queues.
    UNKNOWN_QUEUE(5001, OPERATOR, "a queue does not exist"),
    QUEUE_FULL(5002, OPERATOR, "a queue is full"),
    QUEUE_STORE_DOWN(5003, OPERATOR, "the queue store cannot be reached or has failed"),
    QUEUE_NOT_AUTHORIZED(5004, OPERATOR, "a user is not authorized for a queue"),
    STORE_LOCKED(5005, OPERATOR, "another process uses the same home folder"),
    STORE_DISK_FULL(5006, OPERATOR, "the disk of the store is full"),
    STORE_NOT_WRITABLE(5007, OPERATOR, "the home folder cannot be written"),
    PORT_IN_USE(5008, OPERATOR, "a port is used by another process"),
    MESSAGE_TOO_LARGE(5009, SENDER, "a message is larger than the limit"),
    UNIT_OF_WORK_FAILED(
            5010, OPERATOR, "a unit of work could not be committed and was rolled back"),
    UNIT_TOO_LARGE(5011, FLOW_AUTHOR, "a unit of work exceeds the maximum number of messages"),
    UNIT_BACKED_OUT(5012, OPERATOR, "an operator backed out a unit of work"),
    LONG_UNIT(5013, OPERATOR, "a unit of work has been open for a long time"),
    STORE_DAMAGED(5014, OPERATOR, "a file of the queue store is damaged"),
    JOURNAL_TORN(
            5015,
            OPERATOR,
            "the incomplete end of a journal, for example after a power failure, was truncated"),
    STATE_FULL(5016, OPERATOR, "the state of a node contains its maximum of records"),
    STATE_LOCKED(5017, OPERATOR, "a unit of work cannot lock a record of a state"),
    PUT_INHIBITED(5018, OPERATOR, "puts to a queue are inhibited"),
    QUEUE_IN_USE(5019, OPERATOR, "a queue is used, so it cannot be deleted or opened"),
    UNKNOWN_MESSAGE(5020, OPERATOR, "a queue does not contain a message"),
    QUEUE_THRESHOLD(5021, OPERATOR, "a queue has exceeded a threshold"),
    HOME_FORMAT(5022, OPERATOR, "a later version of Millrace has used the home folder"),
    UNKNOWN_CONNECTION(5023, OPERATOR, "a connection of a client does not exist"),
    MODEL_QUEUE(5024, OPERATOR, "a model queue is used as a queue with messages, or the reverse"),
    DYNAMIC_QUEUES(5025, OPERATOR, "a model has its maximum of dynamic queues"),
    CERTIFICATES_UNUSABLE(5030, OPERATOR, "a file with a certificate or key cannot be used"),
    PLAIN_TEXT(5031, OPERATOR, "a connection to another machine is not encrypted"),
    AUDIT_LOG_FAILED(5032, OPERATOR, "the audit log cannot be written"),

    // Databases.
    DATABASE_ERROR(6001, OPERATOR, "a database reported an error"),
    DATABASE_DOWN(6002, OPERATOR, "a database cannot be reached"),
    COORDINATION_REFUSED(
            6003, OPERATOR, "a resource cannot take part in coordinated units of work"),
    UNIT_OF_WORK_DAMAGED(
            6004, OPERATOR, "a coordinated unit of work ended differently in its resources"),
    UNKNOWN_BRANCH(6005, OPERATOR, "the unit of work or branch to end does not exist"),
    BRANCH_OF_THIS_BROKER(6006, OPERATOR, "the recovery of the broker ends this branch"),
    UNITS_IN_DOUBT(6007, OPERATOR, "a data source cannot be removed because it has units in doubt"),
    DATABASE_STATEMENT(6008, FLOW_AUTHOR, "a database rejected an SQL statement as invalid"),
    DATABASE_VALUE(6009, AUTHOR_OR_SENDER, "a database rejected a value of an SQL statement"),

    // Process and command line.
    USAGE(7001, OPERATOR, "a command has invalid arguments"),
    TEST_FAILED(7002, FLOW_AUTHOR, "a flow test failed"),
    CONFIGURATION(7003, OPERATOR, "the configuration of the process is wrong"),
    NO_CREDENTIALS(7004, OPERATOR, "the credentials of a broker are missing or wrong"),
    HEAP_SHORT(7005, OPERATOR, "garbage collection uses most of the processor time"),
    HEAP_EXHAUSTED(7006, OPERATOR, "the heap of the process is exhausted"),

    // Administration of a server.
    ARCHIVE_INVALID(7020, OPERATOR, "the archive of an application is damaged or not permitted"),
    MANIFEST_MISMATCH(7021, OPERATOR, "an archive does not match its manifest"),
    STALE_CHANGE(7022, OPERATOR, "another administrator has made a change before"),
    DEPLOYMENT_STORE(7023, OPERATOR, "the deployment files of a home cannot be read or written"),
    NOT_AUTHENTICATED(7024, OPERATOR, "an administration request has no valid token"),
    REQUEST_INVALID(7025, OPERATOR, "an administration request is invalid"),
    SERVER_UNREACHABLE(7026, OPERATOR, "the server to administer cannot be reached"),
    NOT_RUNNING(7027, OPERATOR, "a change was made, but its flows do not run as expected"),
    CHANGE_REFUSED(7028, OPERATOR, "a server does not permit this change"),
    UNKNOWN_REVISION(7029, OPERATOR, "a revision of an application does not exist"),
    NOT_AUTHORIZED(7030, OPERATOR, "a user lacks the role for an administration request"),
    UNKNOWN_USER(7031, OPERATOR, "a user of the administration API or a token does not exist"),
    TRACES_LOST(7032, OPERATOR, "spans could not be sent to the collector of traces"),
    REPOSITORY(7033, OPERATOR, "the shared repository of archives cannot be read or written"),
    UNKNOWN_ARCHIVE(7034, OPERATOR, "an archive does not exist in the shared repository"),

    // Millrace itself.
    INTERNAL(9001, ENGINE, "a defect of Millrace");

    private final int number;
    private final Actor actor;
    private final String description;

    ErrorCode(int number, Actor actor, String description) {
        this.number = number;
        this.actor = actor;
        this.description = description;
    }

    /** Returns the stable number, as in the {@code Number} field of an ExceptionList. */
    public int number() {
        return number;
    }

    /** Returns the identifier of the code: {@code MR} and the number. */
    public String id() {
        return "MR" + number;
    }

    /** Returns the role that must act. */
    public Actor actor() {
        return actor;
    }

    /** Returns the general meaning of the code. */
    public String description() {
        return description;
    }

    /**
     * Whether the error reports that data is lost or damaged. Log entries with such a code are not
     * limited.
     */
    public boolean isLossOfData() {
        return switch (this) {
            case MESSAGE_LOST,
                    STORE_DAMAGED,
                    JOURNAL_TORN,
                    AUDIT_LOG_FAILED,
                    UNIT_OF_WORK_DAMAGED ->
                    true;
            default -> false;
        };
    }

    /** Whether a database reported the error. False for a lost connection. */
    public boolean isReportedByDatabase() {
        return this == DATABASE_ERROR || this == DATABASE_STATEMENT || this == DATABASE_VALUE;
    }
}

package io.millrace.engine.error;

import static io.millrace.engine.error.Actor.ENGINE;
import static io.millrace.engine.error.Actor.FLOW_AUTHOR;
import static io.millrace.engine.error.Actor.OPERATOR;
import static io.millrace.engine.error.Actor.SENDER;

/**
 * All errors of Millrace. The number is stable: scripts, ExceptionLists and documents refer to it.
 * The thousands are areas: 1xxx definitions, 2xxx ESQL, 3xxx parsing and writing of messages, 4xxx
 * running flows, 5xxx queues, 6xxx databases, 7xxx process and command line, 9xxx internal errors.
 */
public enum ErrorCode {
    // Definitions: flows, applications, broker configuration.
    FILE_UNREADABLE(1001, OPERATOR, "a file or folder is missing or cannot be read"),
    YAML_SYNTAX(1002, FLOW_AUTHOR, "a file is not well-formed YAML"),
    YAML_SHAPE(1003, FLOW_AUTHOR, "a YAML file holds something other than what belongs there"),
    UNKNOWN_KEY(1004, FLOW_AUTHOR, "a key is not known here"),
    MISSING_KEY(1005, FLOW_AUTHOR, "a mandatory key or property is missing"),
    BAD_VALUE(1006, FLOW_AUTHOR, "a value is not of the kind that its key or property takes"),
    UNKNOWN_NODE_TYPE(1007, FLOW_AUTHOR, "a node type is not known"),
    UNKNOWN_NODE(1008, FLOW_AUTHOR, "a connection names a node that the flow does not have"),
    UNKNOWN_TERMINAL(1009, FLOW_AUTHOR, "a node has no terminal of this name"),
    UNKNOWN_PROPERTY(1010, FLOW_AUTHOR, "a node type has no property of this name"),
    NO_INPUT_NODE(1011, FLOW_AUTHOR, "a flow has no input node and so can never run"),
    FLOW_CYCLE(1012, FLOW_AUTHOR, "connections or subflows lead back to where they began"),
    UNKNOWN_LABEL(1013, FLOW_AUTHOR, "a label is not defined in the flow"),
    DUPLICATE_NAME(1014, FLOW_AUTHOR, "a name is used twice where it must be unique"),
    UNKNOWN_SUBFLOW(1015, FLOW_AUTHOR, "a subflow is not found"),
    UNKNOWN_QUEUE_NAME(1016, FLOW_AUTHOR, "a queue is not in the declared list of queues"),
    UNKNOWN_MODULE(
            1017, FLOW_AUTHOR, "an ESQL module is not found, or not of the kind the node needs"),
    UNKNOWN_DATA_SOURCE(1018, FLOW_AUTHOR, "a data source is not declared"),
    UNKNOWN_EXECUTION_GROUP(1019, FLOW_AUTHOR, "an execution group is not declared"),
    UNKNOWN_DOMAIN_NAME(1020, FLOW_AUTHOR, "a message domain has no parser"),
    NO_FLOW(1021, FLOW_AUTHOR, "an application has no flow"),
    UNREACHABLE_NODE(1022, FLOW_AUTHOR, "a node is not reached by any message"),
    TEST_SHAPE(1023, FLOW_AUTHOR, "a flow test is not written as one"),
    UNKNOWN_PARAMETER(1024, FLOW_AUTHOR, "a parameter has no value"),
    FLOW_SIZE(1025, FLOW_AUTHOR, "a flow has more nodes or connections than can be deployed"),
    UNKNOWN_FLOW(1026, FLOW_AUTHOR, "an application has no flow of this name"),
    UNKNOWN_APPLICATION(1027, OPERATOR, "no application of this name is deployed"),
    FILE_ENCODING(1028, FLOW_AUTHOR, "a file is not text in an encoding that is read"),
    UNCONNECTED_TERMINAL(
            1029, FLOW_AUTHOR, "messages are propagated to a terminal that leads nowhere"),
    UNIT_SHARING(1030, FLOW_AUTHOR, "whether messages of a flow share units of work"),
    EXPOSED_PASSWORD(1031, OPERATOR, "other users can read a password"),

    // Message sets.
    UNKNOWN_MODEL_NAME(
            1040, FLOW_AUTHOR, "a message set has no type, element, group or field of this name"),
    MODEL_LAYOUT(1041, FLOW_AUTHOR, "invalid physical format definition"),
    UNKNOWN_MESSAGE_NAME(
            1042, FLOW_AUTHOR, "a message set, message or physical format is not declared"),
    MODEL_IMPORT(1043, FLOW_AUTHOR, "a file to import as a message set is malformed"),

    // ESQL, as a text.
    ESQL_SYNTAX(2001, FLOW_AUTHOR, "an ESQL text is not well-formed"),
    ESQL_UNKNOWN_NAME(2002, FLOW_AUTHOR, "a variable or correlation name is not known"),
    ESQL_UNKNOWN_ROUTINE(2003, FLOW_AUTHOR, "a function or procedure is not known"),
    ESQL_ARGUMENTS(
            2004, FLOW_AUTHOR, "a routine is called with the wrong number or kind of arguments"),
    ESQL_TYPE(2005, FLOW_AUTHOR, "an operand or value is of a type that cannot be used here"),
    ESQL_NOT_ALLOWED_HERE(
            2006, FLOW_AUTHOR, "a statement, clause or name is not allowed at this place"),
    ESQL_DUPLICATE(2007, FLOW_AUTHOR, "a name is declared twice"),
    ESQL_UNREACHABLE(2008, FLOW_AUTHOR, "statements are never executed"),
    ESQL_UNKNOWN_TYPE_CONSTANT(2009, FLOW_AUTHOR, "a field type constant is not known"),
    ESQL_UNSUPPORTED(
            2010, FLOW_AUTHOR, "a construct is not part of the language that this version runs"),
    ESQL_LABEL(2011, FLOW_AUTHOR, "a label does not match"),
    ESQL_NEVER_SET(2012, FLOW_AUTHOR, "a variable is read, but nothing sets it: it is NULL"),
    ESQL_NEVER_READ(2013, FLOW_AUTHOR, "a variable is declared, but nothing reads it"),
    ESQL_ENDLESS(2014, FLOW_AUTHOR, "a loop has no way out"),
    ESQL_NO_RETURN(2015, FLOW_AUTHOR, "a function can end without RETURN"),
    ESQL_ALWAYS_FAILS(2016, FLOW_AUTHOR, "an operation fails whenever it is executed"),
    ESQL_ALWAYS_UNKNOWN(2017, FLOW_AUTHOR, "a condition is always UNKNOWN"),
    ESQL_PATTERN(2018, FLOW_AUTHOR, "a pattern means something else than it seems to"),
    ESQL_INPUT_TREE(2019, FLOW_AUTHOR, "the tree of the input message is changed"),
    ESQL_JAVA_METHOD(2020, FLOW_AUTHOR, "a Java method cannot be called as a routine declares it"),

    // ESQL, when it runs.
    ESQL_CAST(2101, FLOW_AUTHOR, "a value cannot be cast to the type asked for"),
    ESQL_DIVIDE_BY_ZERO(2102, FLOW_AUTHOR, "a division by zero"),
    ESQL_OVERFLOW(2103, FLOW_AUTHOR, "a numeric result is out of range"),
    ESQL_OPERANDS(2104, FLOW_AUTHOR, "operands are of types that do not go together"),
    ESQL_FIELD(2105, FLOW_AUTHOR, "a field cannot be navigated to, created or changed"),
    ESQL_ARGUMENT_VALUE(2106, FLOW_AUTHOR, "an argument is out of the range that a function takes"),
    ESQL_USER(2107, FLOW_AUTHOR, "an ESQL program threw an exception"),
    ESQL_PROPAGATE(2108, FLOW_AUTHOR, "a message cannot be propagated as asked"),
    ESQL_STATEMENT(2109, FLOW_AUTHOR, "an exception passed through an ESQL statement"),
    ESQL_DEPTH(2110, FLOW_AUTHOR, "routines call each other too deep"),
    ESQL_TIME(2111, FLOW_AUTHOR, "an ESQL program ran for longer than its time budget"),
    ESQL_JAVA(2112, FLOW_AUTHOR, "the Java method of an ESQL routine failed"),
    ESQL_EVAL(2113, FLOW_AUTHOR, "a text given to EVAL cannot be run"),
    ESQL_MEMORY(2114, FLOW_AUTHOR, "a message or ESQL program needs more memory than it can have"),
    ESQL_DEADLOCK(2115, FLOW_AUTHOR, "ESQL programs wait for each other in a circle"),

    // Parsing and writing of messages.
    PARSE_FAILED(3001, SENDER, "a message is not well-formed in its format"),
    PARSE_CUT_OFF(3002, SENDER, "a message is truncated"),
    PARSE_LIMIT(3003, SENDER, "a message exceeds a limit"),
    UNKNOWN_DOMAIN(3004, SENDER, "a message names a domain that has no parser"),
    UNKNOWN_MESSAGE_SET(
            3005, SENDER, "a message names a message set, type or format that is not deployed"),
    BAD_CCSID(3006, SENDER, "a coded character set is not known, or bytes do not belong to it"),
    BAD_HEADER(3007, SENDER, "a message header is damaged"),
    FIELD_VALUE(3008, SENDER, "a field has no value of the type that a program reads it as"),
    WRITE_FAILED(3101, FLOW_AUTHOR, "a message tree cannot be written in its format"),
    WRITE_NO_BODY(3102, FLOW_AUTHOR, "a message tree has no body, or more than one"),
    WRITE_CHARACTER(
            3103,
            FLOW_AUTHOR,
            "a character is not in the coded character set of the output message"),

    // Validation against message sets.
    INVALID_CONTENT(3201, SENDER, "a message does not have the structure of its message set"),
    INVALID_VALUE(3202, SENDER, "a value of a message is not one that its message set allows"),
    INVALID_OUTPUT_CONTENT(
            3211,
            FLOW_AUTHOR,
            "a message that a flow created does not have the structure of its message set"),
    INVALID_OUTPUT_VALUE(
            3212,
            FLOW_AUTHOR,
            "a value that a flow gave a message is not one that its message set allows"),

    // Running of flows.
    NODE_EXCEPTION(4001, FLOW_AUTHOR, "an exception passed through a node"),
    USER_EXCEPTION(4002, FLOW_AUTHOR, "a Throw node threw an exception"),
    LABEL_NOT_FOUND(
            4003, FLOW_AUTHOR, "a message is routed to a label that the flow does not have"),
    DESTINATION_MISSING(4004, FLOW_AUTHOR, "a message has no destination"),
    PROPAGATION_DEPTH(4005, FLOW_AUTHOR, "a message was propagated through too many nodes"),
    BACKED_OUT(4006, OPERATOR, "a message was moved to the backout or dead-letter queue"),
    FLOW_STOPPED(4007, OPERATOR, "a flow is stopped or being stopped"),
    PROPERTY_VALUE(
            4008, FLOW_AUTHOR, "a value in the LocalEnvironment is not one that a node takes"),
    TRACE_FILE(4009, OPERATOR, "a trace file cannot be written"),
    RETRY(4010, OPERATOR, "a message was rolled back and is tried again"),
    UNEXPECTED_MESSAGE(4012, SENDER, "a message is not of the kind that a Validate node expects"),

    // Queues.
    UNKNOWN_QUEUE(5001, OPERATOR, "a queue does not exist"),
    QUEUE_FULL(5002, OPERATOR, "a queue is full"),
    QUEUE_STORE_DOWN(5003, OPERATOR, "the store of the queues cannot be reached or has failed"),
    QUEUE_NOT_AUTHORIZED(5004, OPERATOR, "a user lacks the right for a queue"),
    STORE_LOCKED(5005, OPERATOR, "another process uses the same home folder"),
    STORE_DISK_FULL(5006, OPERATOR, "the disk of the store is full"),
    STORE_NOT_WRITABLE(5007, OPERATOR, "the home folder cannot be written"),
    PORT_IN_USE(5008, OPERATOR, "a port is used by another process"),
    MESSAGE_TOO_LARGE(5009, SENDER, "a message is larger than the limit"),
    UNIT_OF_WORK_FAILED(
            5010, OPERATOR, "a unit of work could not be committed and was rolled back"),
    UNIT_TOO_LARGE(5011, FLOW_AUTHOR, "a unit of work holds more messages than it may"),
    UNIT_BACKED_OUT(5012, OPERATOR, "an operator backed out a unit of work"),
    LONG_UNIT(5013, OPERATOR, "a unit of work has been open for long"),
    STORE_DAMAGED(5014, OPERATOR, "a file of the queue store is damaged"),
    JOURNAL_TORN(
            5015,
            OPERATOR,
            "the end of a journal was torn, as when the power goes, and was cut off"),
    CERTIFICATES_UNUSABLE(5030, OPERATOR, "a file with a certificate or key cannot be used"),
    PLAIN_TEXT(5031, OPERATOR, "a connection beyond this machine is not encrypted"),
    AUDIT_LOG_FAILED(5032, OPERATOR, "the audit log cannot be written"),

    // Databases.
    DATABASE_ERROR(6001, OPERATOR, "a database reported an error"),
    DATABASE_DOWN(6002, OPERATOR, "a database cannot be reached"),
    COORDINATION_REFUSED(
            6003, OPERATOR, "a resource cannot take part in coordinated units of work"),
    UNIT_OF_WORK_DAMAGED(
            6004, OPERATOR, "a coordinated unit of work did not end alike in all its resources"),
    UNKNOWN_BRANCH(6005, OPERATOR, "a resource has not prepared the branch to end"),
    BRANCH_OF_THIS_BROKER(6006, OPERATOR, "the broker's own recovery ends this branch"),

    // Process and command line.
    USAGE(7001, OPERATOR, "a command is used in a way it does not know"),
    TEST_FAILED(7002, FLOW_AUTHOR, "a flow test failed"),
    CONFIGURATION(7003, OPERATOR, "the configuration of the process is wrong"),
    NO_CREDENTIALS(7004, OPERATOR, "the credentials of a broker are missing or wrong"),
    HEAP_SHORT(7005, OPERATOR, "garbage collection takes most of the time"),
    HEAP_EXHAUSTED(7006, OPERATOR, "the heap of the process is exhausted"),

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

    /** Returns {@code MR} and the number. */
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
}

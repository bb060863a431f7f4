package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Source;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.java.JavaClasses;
import io.millrace.projects.workspace.ProjectFile;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The preparation of an ESQL file of a project. Positions remain those of the original file. */
final class EsqlFile {

    private static final Pattern SCHEMA =
            Pattern.compile("(?i)^\\s*BROKER\\s+SCHEMA\\s+([\\w.]+)", Pattern.MULTILINE);

    /** Pattern of a module for a node type that Millrace does not have. */
    private static final Pattern EVENT_MODULE =
            Pattern.compile("(?is)\\bCREATE\\s+DATABASEEVENT\\s+MODULE\\b.*?\\bEND\\s+MODULE\\s*;");

    /** Types that the domain XML has, too. */
    private static final Pattern SOAP_TYPE =
            Pattern.compile("\\((SOAP\\.)(NamespaceDecl|Attribute|Element)\\b");

    private static final Pattern JAVA =
            Pattern.compile("(?i)\\bLANGUAGE\\s+JAVA\\b[^;]*?\\bEXTERNAL\\s+NAME\\s+\"([^\"]*)\"");

    /** A table with its data source, or the data source of PASSTHRU. */
    private static final Pattern DATA_SOURCE =
            Pattern.compile("(?i)\\bDatabase\\.(\\w+)\\.\\w+\\.\\w+|\\bTO\\s+Database\\.(\\w+)");

    private EsqlFile() {}

    /**
     * Returns the ESQL without modules for node types that Millrace does not have.
     *
     * @param context Java classes of the application
     */
    static Source prepare(ProjectFile file, Source source, Context context, Findings findings) {
        Matcher database = DATA_SOURCE.matcher(source.text());
        while (database.find()) {
            int group = database.group(1) == null ? 2 : 1;
            findings.name(
                    Environment.DATA_SOURCES,
                    database.group(group),
                    source.at(database.start(group), database.group(group).length()));
        }
        Matcher java = JAVA.matcher(source.text());
        while (java.find()) {
            String missing = missingClass(java.group(1), context);
            if (missing == null) {
                continue;
            }
            findings.difference(
                    new Finding(
                            Level.MISSING,
                            source.at(java.start(), "LANGUAGE JAVA".length()),
                            "",
                            "",
                            "LANGUAGE JAVA",
                            java.group(1),
                            missing));
        }
        Matcher schema = SCHEMA.matcher(source.text());
        String folder = file.folder().replace('/', '.');
        if (schema.find() && !schema.group(1).equals(folder)) {
            findings.problems()
                    .warning(
                            ErrorCode.PROJECT_FILE,
                            source.at(schema.start(1), schema.group(1).length()),
                            "the schema is %s, but the file is in the folder of the schema %s"
                                    .formatted(
                                            schema.group(1),
                                            folder.isEmpty() ? "without a name" : folder),
                            "the schema in the file is used");
        }
        Source plain =
                context.domains().contains("SOAP") ? source : withoutSoapTypes(source, findings);
        Matcher event = EVENT_MODULE.matcher(plain.text());
        if (!event.find()) {
            return plain;
        }
        StringBuilder text = new StringBuilder(plain.text());
        do {
            findings.problems()
                    .warning(
                            ErrorCode.PROJECT_DIFFERENCE,
                            source.at(event.start(), "CREATE DATABASEEVENT MODULE".length()),
                            "modules of DatabaseInput nodes have no equivalent and are ignored",
                            "use TimeoutNotification with Compute");
            for (int i = event.start(); i < event.end(); i++) {
                if (!Character.isWhitespace(text.charAt(i))) {
                    text.setCharAt(i, ' ');
                }
            }
        } while (event.find());
        return new Source(source.name(), text.toString());
    }

    /**
     * Replaces the field types of the domain SOAP by those of XML, with the same number of
     * characters. Statements with these types have no effect without the domain.
     */
    private static Source withoutSoapTypes(Source source, Findings findings) {
        Matcher type = SOAP_TYPE.matcher(source.text());
        StringBuilder text = new StringBuilder();
        while (type.find()) {
            findings.difference(
                    new Finding(
                            Level.MISSING,
                            source.at(type.start(1), type.end(1) - type.start(1)),
                            "",
                            "",
                            "field type",
                            "SOAP." + type.group(2),
                            "no parser of Millrace reads the domain SOAP"));
            type.appendReplacement(text, Matcher.quoteReplacement("(XML ." + type.group(2)));
        }
        return text.isEmpty()
                ? source
                : new Source(source.name(), type.appendTail(text).toString());
    }

    /**
     * Returns a description of the consequences of a missing class; null if the class is available.
     */
    private static @Nullable String missingClass(String method, Context context) {
        int dot = method.replaceFirst("\\s*\\(.*", "").lastIndexOf('.');
        String name = dot < 0 ? method : method.substring(0, dot);
        JavaClasses classes = context.classes();
        String reason = classes.reason(name);
        if (reason != null) {
            return "a call fails, because the class is missing: " + reason;
        }
        return classes.contains(name) || context.hasClasses() || name.startsWith("java.")
                ? null
                : "the class is not in the projects or in the folder lib: a call fails";
    }
}

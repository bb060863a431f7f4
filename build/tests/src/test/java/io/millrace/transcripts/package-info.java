/**
 * Transcripts: Markdown documents whose files, commands and outputs are run as tests.
 *
 * <p>A code block with a file name after its language is a file ({@code ```yaml
 * orders/in.flow.yaml}). With {@code +} before the name, it is appended to the file; an HTML
 * comment can contain the parts that readers need not see. Definitions that no command names are
 * checked with {@code millrace check} at the end.
 *
 * <p>A block of the language {@code console} is a session of a shell in the folder of these files:
 * lines that begin with {@code $} are commands, the lines after them are their output, standard
 * output and errors as in a terminal. In an expected line, {@code ...} matches any text; a line
 * with nothing else matches any lines. A command that fails must be followed by {@code $ echo $?}.
 * {@code ./millrace server ... &} starts a server in the background, waits until it is ready, and
 * ends it with the document. Maven runs offline, with a local repository that contains no module of
 * Millrace until {@code mvn -DskipTests install} is run; that command installs the classes of this
 * build.
 *
 * <p>Blocks with the word {@code untested} are not run.
 */
package io.millrace.transcripts;

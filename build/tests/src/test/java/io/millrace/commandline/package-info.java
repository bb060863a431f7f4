/** Uses the command line as a person or a script does. */
package io.millrace.commandline;

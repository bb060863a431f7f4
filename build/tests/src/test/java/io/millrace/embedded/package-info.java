/** Runs the stand-alone sample that embeds Millrace, against the built modules. */
package io.millrace.embedded;

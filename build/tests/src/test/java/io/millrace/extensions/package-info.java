/** Jars in the lib folders of homes and applications: the sample, and JDBC drivers. */
package io.millrace.extensions;

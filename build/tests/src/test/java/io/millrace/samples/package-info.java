/** The samples' own flow tests, run by the build. */
package io.millrace.samples;

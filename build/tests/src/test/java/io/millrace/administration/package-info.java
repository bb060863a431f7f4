/** Servers as processes of their own, and the commands and requests that administer them. */
package io.millrace.administration;

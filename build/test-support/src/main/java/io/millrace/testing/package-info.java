/** Classes that the tests of several modules share. It depends on no module. */
package io.millrace.testing;

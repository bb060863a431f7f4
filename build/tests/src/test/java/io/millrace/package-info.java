/** System tests: each package runs several modules together and checks their outputs. */
package io.millrace;
